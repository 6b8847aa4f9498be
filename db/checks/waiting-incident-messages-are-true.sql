-- A message about an incident waits, or can go by another way, only as long as the incident stands and its guardians are to be told.
select m.id as message_id, m.event, m.state
from messages m
left join incidents i on i.school_id = current_school() and i.id::text = m.event and i.deleted_at is null and i.notify
where m.school_id = current_school() and m.kind = 'DISCIPLINE' and i.id is null and (
  m.state = 'QUEUED' or (m.state in ('SENDING', 'SENT', 'UNKNOWN', 'FAILED') and m.withdrawn_at is null)
)

-- A message about an incident waits only as long as the incident stands and its guardians are to be told.
select m.id as message_id, m.event
from messages m
left join incidents i on i.school_id = m.school_id and i.id::text = m.event and i.deleted_at is null and i.notify
where m.school_id = current_school() and m.kind = 'DISCIPLINE' and m.state = 'QUEUED' and i.id is null

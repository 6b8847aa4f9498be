-- A message about a payment waits, or can go by another way, only as long as the payment stands and its cheque has not failed.
-- One that a person sent has the key of the press behind the payment's id.
select m.id as message_id, m.event, m.state
from messages m
left join payments p on p.school_id = current_school() and p.id::text = split_part(m.event, '/', 1) and p.deleted_at is null and p.state <> 'FAILED'
where m.school_id = current_school() and m.kind = 'RECEIPT' and p.id is null and (
  m.state = 'QUEUED' or (m.state in ('SENDING', 'SENT', 'UNKNOWN', 'FAILED') and m.withdrawn_at is null)
)

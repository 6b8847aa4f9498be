-- Whoever looks after the queue finds every message that waits or is being sent, and no other; one that waits by its channel, and not
-- more than a moment after it is due: who is about to claim it keeps others away for so long.
select m.id as message_id, m.state, m.channel, q.channel as queued_for, m.due_at, q.due_at as looked_at
from messages m
left join message_queue q on q.school_id = current_school() and q.message_id = m.id
where m.school_id = current_school() and (
  (m.state in ('QUEUED', 'SENDING')) <> (q.message_id is not null)
  or (m.state = 'QUEUED' and (q.channel <> m.channel or q.due_at > greatest(m.due_at, now() + interval '1 minute')))
)

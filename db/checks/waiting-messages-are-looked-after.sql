-- Whoever looks after the queue finds every message that waits or is being sent, by its channel and not later than it is due, and no
-- other.
select m.id as message_id, m.state, m.channel, q.channel as queued_for, m.due_at, q.due_at as looked_at
from messages m
left join message_queue q on q.school_id = m.school_id and q.message_id = m.id
where m.school_id = current_school() and (
  (m.state in ('QUEUED', 'SENDING')) <> (q.message_id is not null)
  or (m.state = 'QUEUED' and (q.channel <> m.channel or q.due_at <> m.due_at))
)

-- A thread knows its last message, who has written it, and the version of the last change in it.
select thread.id, thread.last_message_id, last.id as last_id, thread.version, last.version as last_version
from chat_threads thread
cross join lateral (
  select max(m.id) as id, (array_agg(m.author order by m.id desc))[1] as author, coalesce(max(m.version), 0) as version
  from chat_messages m
  where m.school_id = current_school() and m.thread_id = thread.id
) last
where thread.school_id = current_school()
  and (thread.last_message_id is distinct from last.id or thread.last_author is distinct from last.author or thread.version <> last.version)

-- A family writes in the conversation of its own student, and nowhere else: no student writes to students.
select m.id, m.thread_id
from chat_messages m
join chat_threads thread on thread.school_id = current_school() and thread.id = m.thread_id
left join logins on logins.subject = m.written_by
where m.school_id = current_school() and m.author = 'FAMILY'
  and (thread.student_id is null or (logins.subject is not null and logins.student_id is distinct from thread.student_id))

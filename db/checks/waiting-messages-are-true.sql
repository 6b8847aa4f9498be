-- A message that a student was absent, or late, waits only as long as a register of its day says so.
select s.id as message_id, about.student_id, s.day
from messages s
join message_students about on about.school_id = current_school() and about.message_id = s.id
where s.school_id = current_school() and s.kind in ('ABSENCE', 'LATE') and s.state = 'QUEUED' and not exists (
  select from marks m
  join registers r on r.school_id = current_school() and r.id = m.register_id
  where m.school_id = current_school() and m.student_id = about.student_id and r.day = s.day
    and m.value = case s.kind when 'ABSENCE' then 'A' else 'L' end
)

-- The last correction of a mark says what it is now. A live lecture's marks go on without corrections.
select c.register_id, c.student_id, c.value as corrected_to, m.value as mark
from (select distinct on (school_id, register_id, student_id) * from mark_changes where school_id = current_school()
  order by school_id, register_id, student_id, id desc) c
join registers r on r.school_id = current_school() and r.id = c.register_id and r.session <> 'LECTURE'
left join marks m on m.school_id = current_school() and m.register_id = c.register_id and m.student_id = c.student_id
where m.value is distinct from c.value

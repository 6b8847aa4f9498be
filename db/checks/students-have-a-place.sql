-- A student has a place in at least one term: otherwise no list shows the child.
select students.id
from students
left join enrolments on enrolments.school_id = current_school() and enrolments.student_id = students.id
where students.school_id = current_school() and enrolments.id is null

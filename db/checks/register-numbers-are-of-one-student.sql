-- A register number belongs to one student of a term, in whatever case it is written; the enrolment's key is the student's number. Two
-- students may have had one number before the database refused it: change it in the form of one of them.
select e.term_id, lower(s.register_no) as register_no, min(s.id) as student_id, max(s.id) as other_id
from enrolments e
join students s on s.school_id = current_school() and s.id = e.student_id
where e.school_id = current_school() and s.register_no <> ''
group by e.term_id, lower(s.register_no)
having count(*) > 1
union all
select e.term_id, e.register_key, s.id, null
from enrolments e
join students s on s.school_id = current_school() and s.id = e.student_id
where e.school_id = current_school() and e.register_key <> lower(s.register_no)

-- Whoever has a mark has a place in the term of its register, in this section or in another one since.
select m.register_id, m.student_id
from marks m
join registers r on r.school_id = current_school() and r.id = m.register_id
left join enrolments e on e.school_id = current_school() and e.term_id = r.term_id and e.student_id = m.student_id
where m.school_id = current_school() and e.id is null

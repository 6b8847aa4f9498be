-- In a term a student has one mark at one time: of a day, of a half day, or of the slots that begin then. Registers of one
-- section exist once, so two marks would be of two sections.
select r.day, r.session, r.starts, m.student_id, array_agg(r.id order by r.id) as register_ids
from marks m
join registers r on r.school_id = current_school() and r.id = m.register_id
where m.school_id = current_school() and r.session <> 'LECTURE'
group by r.term_id, r.day, r.session, r.starts, m.student_id
having count(distinct r.section_id) > 1

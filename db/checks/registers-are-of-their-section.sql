-- The subject of a register is taught in the register's section.
select r.id as register_id, r.section_id, r.subject_id
from registers r
join subjects s on s.school_id = current_school() and s.id = r.subject_id
where r.school_id = current_school() and s.section_id <> r.section_id

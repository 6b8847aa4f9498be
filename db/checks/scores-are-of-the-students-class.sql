-- Whoever has a score is in the class whose subject it is.
select s.student_id, s.assessed_subject_id, a.class_id, sections.class_id as in_class
from scores s
join assessed_subjects a on a.school_id = current_school() and a.id = s.assessed_subject_id
join enrolments e on e.school_id = current_school() and e.term_id = s.term_id and e.student_id = s.student_id
join sections on sections.school_id = current_school() and sections.id = e.section_id
where s.school_id = current_school() and sections.class_id <> a.class_id

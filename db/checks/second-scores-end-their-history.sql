-- The last change of a second score says what it is now, every score has one, and none is above the marks of its subject.
select coalesce(c.assessed_subject_id, s.assessed_subject_id) as assessed_subject_id, coalesce(c.student_id, s.student_id) as student_id
from (select distinct on (assessed_subject_id, student_id) * from reexamination_changes where school_id = current_school()
  order by assessed_subject_id, student_id, id desc) c
full join (select * from reexamination_scores where school_id = current_school()) s
  on s.assessed_subject_id = c.assessed_subject_id and s.student_id = c.student_id
where s.marks is distinct from c.marks or s.code is distinct from c.code
union all
select s.assessed_subject_id, s.student_id from reexamination_scores s
join assessed_subjects a on a.school_id = current_school() and a.id = s.assessed_subject_id
join class_assessments k on k.school_id = current_school() and k.class_id = a.class_id
join assessment_schemes h on h.school_id = current_school() and h.id = k.scheme_id
cross join lateral jsonb_array_elements(h.content->'patterns') item
where s.school_id = current_school() and item->>'name' = a.pattern and s.marks > (item->>'outOf')::integer

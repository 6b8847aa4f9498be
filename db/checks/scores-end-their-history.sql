-- The last change of a score says what it is now, and every score has one.
select coalesce(c.assessed_subject_id, s.assessed_subject_id) as assessed_subject_id, coalesce(c.student_id, s.student_id) as student_id,
  coalesce(c.part, s.part) as part, coalesce(c.component, s.component) as component, coalesce(c.test, s.test) as test
from (select distinct on (assessed_subject_id, part, component, test, student_id) * from score_changes where school_id = current_school()
  order by assessed_subject_id, part, component, test, student_id, id desc) c
full join (select * from scores where school_id = current_school()) s
  on s.assessed_subject_id = c.assessed_subject_id and s.part = c.part and s.component = c.component and s.test = c.test
    and s.student_id = c.student_id
where s.marks is distinct from c.marks or s.code is distinct from c.code

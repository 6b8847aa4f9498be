-- A score is of a test that the scheme of its class holds, and not above its highest mark.
with tests as materialized (
  select h.id as scheme_id, pattern->>'name' as pattern, part, component->>'name' as component, held.place as test,
    max(held.highest::integer) as highest
  from assessment_schemes h
  cross join lateral jsonb_array_elements(h.content->'patterns') pattern
  cross join lateral jsonb_array_elements(pattern->'components') component
  cross join lateral jsonb_array_elements_text(component->'parts') part
  cross join lateral jsonb_array_elements_text(component->'highestMarks') with ordinality held (highest, place)
  where h.school_id = current_school()
  group by 1, 2, 3, 4, 5
)
select s.assessed_subject_id, s.part, s.component, s.test, s.student_id, s.marks, tests.highest
from scores s
join assessed_subjects a on a.school_id = current_school() and a.id = s.assessed_subject_id
join class_assessments c on c.school_id = current_school() and c.class_id = a.class_id
left join tests on tests.scheme_id = c.scheme_id and tests.pattern = a.pattern and tests.part = s.part
  and tests.component = s.component and tests.test = s.test
where s.school_id = current_school() and (tests.test is null or s.marks > tests.highest)

-- An open case has a reason that stands. One that has closed by itself has none; one closed by hand may, until its figure is good.
select c.id
from attention_cases c
where c.school_id = current_school() and c.closed_by is null
  and (c.closed_at is null) <> exists (
    select from attention_reasons a where a.school_id = current_school() and a.case_id = c.id and a.gone_on is null)
  and not exists (select from students s where s.school_id = current_school() and s.id = c.student_id and s.erased_at is not null)

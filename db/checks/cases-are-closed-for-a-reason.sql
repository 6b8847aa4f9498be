-- A closed case was closed by somebody with a reason, or has a reason that was gone on that day. A child has one open case of each concern.
select c.id
from attention_cases c
where c.school_id = current_school() and c.closed_at is not null and c.close_reason is null
  and not exists (
    select from attention_reasons a where a.school_id = current_school() and a.case_id = c.id and a.gone_on = c.closed_on)
  and not exists (select from students s where s.school_id = current_school() and s.id = c.student_id and s.erased_at is not null)
union all
select min(id) from attention_cases where school_id = current_school() and closed_at is null
group by student_id, concern having count(*) > 1

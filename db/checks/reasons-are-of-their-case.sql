-- Reasons and entries are about the student of their case, and reasons about what it is about.
select a.id
from attention_reasons a
join attention_cases c on c.school_id = current_school() and c.id = a.case_id
where a.school_id = current_school()
  and (a.student_id <> c.student_id or (a.rule = 'OVERDUE') <> (c.concern = 'FEES') or a.found_on < c.opened_on
    or a.found_on > coalesce(c.closed_on, a.found_on))
union all
select n.id
from attention_entries n
join attention_cases c on c.school_id = current_school() and c.id = n.case_id
where n.school_id = current_school() and n.student_id <> c.student_id

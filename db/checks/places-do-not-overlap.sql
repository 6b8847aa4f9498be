-- A student is in one section a day: no two former places have a day in common, and none reaches into the present place.
select f.term_id, f.student_id, f.section_id, f.until_day
from former_places f
join enrolments e on e.school_id = current_school() and e.term_id = f.term_id and e.student_id = f.student_id
where f.school_id = current_school() and (
  (e.from_day is null or e.from_day <= f.until_day) and not (select s.disabled from students s where s.school_id = current_school() and s.id = f.student_id)
  or exists (select from former_places o where o.school_id = current_school() and o.term_id = f.term_id and o.student_id = f.student_id
    and o.id <> f.id and o.until_day <= f.until_day and (f.from_day is null or o.until_day >= f.from_day)))

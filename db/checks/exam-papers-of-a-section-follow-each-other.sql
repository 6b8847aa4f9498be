-- No section writes two papers of one exam at the same time, or a subject twice on a day.
with written as (
  select p.exam_id, p.id, s.id as section_id, lower(p.subject) as subject, p.day, p.starts, p.ends
  from exam_papers p
  join sections s on s.school_id = current_school() and s.class_id = p.class_id
  where p.school_id = current_school() and (p.whole_class or exists (
    select from exam_paper_sections c where c.school_id = current_school() and c.paper_id = p.id and c.section_id = s.id))
)
select one.exam_id, one.section_id, one.id as paper_id, other.id as other_paper_id
from written one
join written other on other.exam_id = one.exam_id and other.section_id = one.section_id and other.day = one.day
  and other.id > one.id
where (one.starts < other.ends and other.starts < one.ends) or one.subject = other.subject

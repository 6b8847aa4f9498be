-- What was given by rule is of a category whose rule names the student's class, unless money was ever on it: such a category stays with a
-- student who moves. Nobody has what was taken from the student by hand.
select own.student_id, own.fee_category_id
from student_fee_categories own
join enrolments on enrolments.school_id = current_school() and enrolments.term_id = own.term_id and enrolments.student_id = own.student_id
join sections on sections.school_id = current_school() and sections.id = enrolments.section_id
join fee_categories category on category.school_id = current_school() and category.id = own.fee_category_id
where own.school_id = current_school() and own.by_rule and not category.all_classes
  and not exists (
    select from fee_category_classes link
    where link.school_id = current_school() and link.fee_category_id = own.fee_category_id and link.class_id = sections.class_id
  )
  and not exists (
    select from collected_lines line
    join fees on fees.school_id = current_school() and fees.id = line.fee_id
    where line.school_id = current_school() and line.term_id = own.term_id and line.student_id = own.student_id
      and fees.fee_category_id = own.fee_category_id
  )
union all
select taken.student_id, taken.fee_category_id
from fee_category_exceptions taken
join student_fee_categories own
  on own.school_id = current_school() and own.fee_category_id = taken.fee_category_id and own.student_id = taken.student_id
where taken.school_id = current_school()

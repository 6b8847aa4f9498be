-- Money and discounts that stand are on fees that are asked of the student: neither deleted nor of a category or a month
-- that she does not pay.
select line.id
from collected_lines line
join fees on fees.school_id = current_school() and fees.id = line.fee_id
join terms term on term.school_id = current_school() and term.id = fees.term_id
join fee_categories category on category.school_id = current_school() and category.id = fees.fee_category_id
left join student_fee_categories asked
  on asked.school_id = current_school() and asked.fee_category_id = fees.fee_category_id and asked.student_id = line.student_id
where line.school_id = current_school() and line.deleted_at is null and line.status <> 'FAILED'
  and (fees.deleted_at is not null or category.deleted_at is not null or asked.student_id is null
    or not fee_is_asked(fees.month, fees.due_on, asked.months, term.starts_on))

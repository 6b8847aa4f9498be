-- What stands on a fixed fee of one student, cheques that clear and discounts with it, is never more than is asked of the student. Late
-- fees are below zero, because they are in the money and not in the fee.
select fees.id as fee_id, line.student_id, fees.amount, sum(line.amount) as standing
from fees
join collected_lines line on line.school_id = current_school() and line.fee_id = fees.id
left join student_fee_categories asked
  on asked.school_id = current_school() and asked.fee_category_id = fees.fee_category_id and asked.student_id = line.student_id
where fees.school_id = current_school() and fees.fixed_amount and line.deleted_at is null and line.status <> 'FAILED'
group by fees.id, line.student_id, fees.amount, fees.month, asked.months, asked.first_part
having sum(line.amount) > fee_amount_asked(fees.amount, fees.month, asked.months, asked.first_part)

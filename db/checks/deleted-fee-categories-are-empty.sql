-- A category that was deleted has taken its fees with it, and nobody pays it any more.
select category.id, fees.id as fee_id, asked.student_id
from fee_categories category
left join fees on fees.school_id = current_school() and fees.fee_category_id = category.id and fees.deleted_at is null
left join student_fee_categories asked on asked.school_id = current_school() and asked.fee_category_id = category.id
where category.school_id = current_school() and category.deleted_at is not null
  and (fees.id is not null or asked.student_id is not null)

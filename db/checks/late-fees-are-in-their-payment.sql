-- A late fee was paid by its payment: once on a fee, on the same day, and as a part of the payment's line on that fee. It stands as
-- long as the payment stands.
select late.id, late.amount, paid.amount as paid
from collected_lines late
join payments on payments.school_id = current_school() and payments.id = late.late_fee_payment_id
left join collected_lines paid
  on paid.school_id = current_school() and paid.payment_id = late.late_fee_payment_id and paid.fee_id = late.fee_id
    and paid.term_id = late.term_id and paid.student_id = late.student_id
where late.school_id = current_school()
  and (
    paid.id is null or paid.amount < -late.amount or late.collected_on <> payments.collected_on
    or (late.deleted_at is null) <> (payments.deleted_at is null and payments.state <> 'FAILED')
  )
union all
select min(late.id), sum(late.amount), null
from collected_lines late
where late.school_id = current_school() and late.late_fee_payment_id is not null
group by late.late_fee_payment_id, late.fee_id
having count(*) > 1

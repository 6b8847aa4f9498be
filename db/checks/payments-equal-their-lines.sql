-- The lines of a payment sum to it, each fee has one line at most, and they are deleted together.
select payments.id, payments.amount, sum(line.amount) as lines
from payments
left join collected_lines line on line.school_id = payments.school_id and line.payment_id = payments.id
where payments.school_id = current_school()
group by payments.school_id, payments.id
having payments.amount is distinct from sum(line.amount)
  or count(line.fee_id) <> count(distinct line.fee_id)
  or bool_or(line.deleted_at is distinct from payments.deleted_at)
  or bool_or(line.collected_on <> payments.collected_on)

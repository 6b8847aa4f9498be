-- The lines of a payment sum to it, each fee has one line at most, and they are deleted together, by the same person for the same reason.
select payments.id, payments.amount, sum(line.amount) as lines
from payments
left join collected_lines line on line.school_id = current_school() and line.payment_id = payments.id
where payments.school_id = current_school()
group by payments.school_id, payments.id
having payments.amount is distinct from sum(line.amount)
  or count(line.fee_id) <> count(distinct line.fee_id)
  or bool_or((line.deleted_at, line.deleted_by, line.delete_reason) is distinct from (payments.deleted_at, payments.deleted_by, payments.delete_reason))
  or bool_or(line.collected_on <> payments.collected_on)

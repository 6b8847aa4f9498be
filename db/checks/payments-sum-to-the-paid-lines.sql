-- What the dashboard, the entries and the day book sum (payments, less refunds) is what the accounts of a student sum (lines), over
-- all terms: a payment may pay fees of several.
select student_id, coalesce(payments.collected, 0) - coalesce(refunds.refunded, 0) as collected, lines.collected as lines
from (
  select student_id, sum(amount) as collected from payments
  where school_id = current_school() and state = 'COLLECTED' and deleted_at is null group by student_id
) payments
full join (
  select student_id, sum(amount) as refunded from refunds
  where school_id = current_school() and cancelled_at is null group by student_id
) refunds using (student_id)
full join (
  select student_id, sum(amount) as collected from collected_lines
  where school_id = current_school() and status in ('PAID', 'PART_PAID', 'REFUND') and deleted_at is null group by student_id
) lines using (student_id)
where coalesce(payments.collected, 0) - coalesce(refunds.refunded, 0) is distinct from coalesce(lines.collected, 0)

-- The closings of a clerk that are in force count each receipt and refund of their day once, as it is stored. What has gone since was
-- counted before and is deleted; what came back was counted before and is cancelled; each once.
with in_force as (
  select closing.id, closing.day, drawer.clerk, closing.receipts, closing.outflows
  from day_closings closing
  join cash_drawers drawer on drawer.school_id = current_school() and drawer.id = closing.drawer_id
  where closing.school_id = current_school() and closing.reopened_at is null
),
receipts as (
  select clerk, day, (line ->> 'paymentId')::bigint as payment_id, (line ->> 'amount')::bigint as amount, line ->> 'mode' as mode
  from in_force cross join lateral jsonb_array_elements(in_force.receipts) line
),
outflows as (
  select clerk, day, line ->> 'kind' as kind, (line ->> 'paymentId')::bigint as payment_id, (line ->> 'refundId')::bigint as refund_id,
    (line ->> 'amount')::bigint as amount
  from in_force cross join lateral jsonb_array_elements(in_force.outflows) line
)
select 'receipt' as wrong, counted.payment_id as id, counted.day
from receipts counted
left join payments on payments.school_id = current_school() and payments.id = counted.payment_id
where (payments.created_by, payments.collected_on, payments.amount, payments.mode)
  is distinct from (counted.clerk, counted.day, counted.amount, counted.mode)
union all
select 'deleted receipt', gone.payment_id, gone.day
from outflows gone
left join payments on payments.school_id = current_school() and payments.id = gone.payment_id and payments.deleted_at is not null
where gone.kind = 'DELETED'
  and (payments.amount is distinct from gone.amount or gone.payment_id not in (select payment_id from receipts where mode = 'CASH'))
union all
select 'refund', given.refund_id, given.day
from outflows given
left join refunds on refunds.school_id = current_school() and refunds.id = given.refund_id
where given.kind = 'REFUND'
  and (refunds.created_by, refunds.refunded_on, refunds.amount, refunds.mode) is distinct from (given.clerk, given.day, given.amount, 'CASH')
union all
select 'cancelled refund', back.refund_id, back.day
from outflows back
left join refunds on refunds.school_id = current_school() and refunds.id = back.refund_id and refunds.cancelled_at is not null
where back.kind = 'CANCELLED'
  and (refunds.amount is distinct from -back.amount or back.refund_id not in (select refund_id from outflows where kind = 'REFUND'))
union all
select 'receipt twice', payment_id, max(day) from receipts group by payment_id having count(*) > 1
union all
select 'outflow twice', coalesce(payment_id, refund_id), max(day) from outflows group by kind, payment_id, refund_id having count(*) > 1

-- What a clerk took or gave back in cash on a closed day is in the closing of that day: nothing was entered after it.
select 'payment' as what, payments.id, payments.collected_on, payments.created_by_name
from cash_drawers drawer
join payments on payments.school_id = current_school() and payments.created_by = drawer.clerk
  and payments.collected_on between drawer.closed_from and drawer.closed_until
where drawer.school_id = current_school()
  and payments.mode <> 'ONLINE' and payments.deleted_at is null and payments.state <> 'FAILED'
  and payments.created_at > (
    select min(first.closed_at) from day_closings first where first.school_id = current_school() and first.drawer_id = drawer.id
  )
  and not exists (
    select from day_closings closing
    where closing.school_id = current_school() and closing.drawer_id = drawer.id and closing.day = payments.collected_on
      and closing.reopened_at is null and closing.receipts @> jsonb_build_array(jsonb_build_object('paymentId', payments.id))
  )
union all
select 'refund', refunds.id, refunds.refunded_on, refunds.created_by_name
from cash_drawers drawer
join refunds on refunds.school_id = current_school() and refunds.created_by = drawer.clerk
  and refunds.refunded_on between drawer.closed_from and drawer.closed_until
where drawer.school_id = current_school()
  and refunds.mode = 'CASH' and refunds.cancelled_at is null
  and refunds.created_at > (
    select min(first.closed_at) from day_closings first where first.school_id = current_school() and first.drawer_id = drawer.id
  )
  and not exists (
    select from day_closings closing
    where closing.school_id = current_school() and closing.drawer_id = drawer.id and closing.day = refunds.refunded_on
      and closing.reopened_at is null and closing.outflows @> jsonb_build_array(jsonb_build_object('refundId', refunds.id))
  )

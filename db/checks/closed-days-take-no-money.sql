-- What a clerk took at the counter on a closed day is in the closing of that day: nothing was entered after it.
select payments.id, payments.collected_on, payments.created_by_name
from cash_drawers drawer
join payments on payments.school_id = drawer.school_id and payments.created_by = drawer.clerk
  and payments.collected_on between drawer.closed_from and drawer.closed_until
where drawer.school_id = current_school()
  and payments.mode <> 'ONLINE' and payments.deleted_at is null and payments.state <> 'FAILED'
  and payments.created_at > (
    select min(first.closed_at) from day_closings first where first.school_id = drawer.school_id and first.drawer_id = drawer.id
  )
  and not exists (
    select from day_closings closing
    where closing.school_id = drawer.school_id and closing.drawer_id = drawer.id and closing.day = payments.collected_on
      and closing.reopened_at is null and closing.receipts @> jsonb_build_array(jsonb_build_object('paymentId', payments.id))
  )

-- What an order took is on payments, or waits as surplus for staff: nothing twice and nothing lost. A mismatch is all surplus.
select orders.id, orders.state, orders.fees_amount, orders.received, posted.amount as posted, surplus.amount as surplus
from online_orders orders
cross join lateral (
  select coalesce(sum(amount), 0) as amount from payments
  where payments.school_id = current_school() and payments.order_id = orders.id
    -- Surplus that was used for other fees is counted as surplus.
    and not exists (select from online_surplus used where used.school_id = current_school() and used.payment_id = payments.id)
) posted
cross join lateral (
  select coalesce(sum(amount), 0) as amount from online_surplus surplus
  where surplus.school_id = current_school() and surplus.order_id = orders.id
) surplus
where orders.school_id = current_school()
  and posted.amount + surplus.amount is distinct from
    case orders.state when 'SUCCESS' then orders.fees_amount when 'MISMATCH' then orders.received else 0 end

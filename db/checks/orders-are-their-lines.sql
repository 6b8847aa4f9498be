-- An order's fees are its lines; its money lies in the account it was paid into; surplus that was used is a payment of the same amount for the same student.
select orders.id
from online_orders orders
where orders.school_id = current_school()
  and orders.fees_amount is distinct from (
    select sum(amount) from online_order_lines line where line.school_id = current_school() and line.order_id = orders.id
  )
union all
select payments.order_id
from payments
join online_orders orders on orders.school_id = current_school() and orders.id = payments.order_id
join collected_lines line on line.school_id = current_school() and line.payment_id = payments.id
where payments.school_id = current_school() and line.bank_account_id is distinct from orders.bank_account_id
union all
select surplus.order_id
from online_surplus surplus
join payments on payments.school_id = current_school() and payments.id = surplus.payment_id
where surplus.school_id = current_school()
  and (payments.amount <> surplus.amount or payments.student_id <> surplus.student_id or payments.order_id is distinct from surplus.order_id)

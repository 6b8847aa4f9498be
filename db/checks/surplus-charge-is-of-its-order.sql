-- The service charge that goes back with surplus was paid with its order.
select orders.id, orders.charge + orders.gst as paid, sum(surplus.charge) as charge
from online_orders orders
join online_surplus surplus on surplus.school_id = current_school() and surplus.order_id = orders.id
where orders.school_id = current_school()
group by orders.id, orders.charge, orders.gst
having sum(surplus.charge) > orders.charge + orders.gst

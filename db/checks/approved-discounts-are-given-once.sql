-- An approved discount was given in full, once, on the fees that it was asked for; any other request has given nothing.
select request.id, request.state, request.amount, coalesce(sum(line.amount), 0) as given
from discount_requests request
left join collected_lines line on line.school_id = current_school() and line.discount_request_id = request.id
where request.school_id = current_school()
group by request.id, request.state, request.amount, request.fee_ids
having coalesce(sum(line.amount), 0) <> case request.state when 'APPROVED' then request.amount else 0 end
  or not coalesce(array_agg(line.fee_id) filter (where line.id is not null), '{}') <@ request.fee_ids

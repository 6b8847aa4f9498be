-- A clearing cheque's lines are CLEARING, a failed one's FAILED, and money that is there is PAID or PART_PAID.
select line.id, line.status, payments.state
from collected_lines line
join payments on payments.school_id = current_school() and payments.id = line.payment_id
where line.school_id = current_school()
  and not case payments.state
    when 'COLLECTED' then line.status in ('PAID', 'PART_PAID')
    else line.status = payments.state
  end

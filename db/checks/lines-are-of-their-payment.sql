-- A line is of its payment's student, and of its fee's term: that of the receipt, or one before it.
select line.id, line.student_id, line.term_id, payments.term_id as receipt_term_id
from collected_lines line
join payments on payments.school_id = current_school() and payments.id = line.payment_id
join terms of_fee on of_fee.school_id = current_school() and of_fee.id = line.term_id
join terms of_receipt on of_receipt.school_id = current_school() and of_receipt.id = payments.term_id
where line.school_id = current_school()
  and (line.student_id <> payments.student_id or (not of_fee.past, of_fee.id) > (not of_receipt.past, of_receipt.id))

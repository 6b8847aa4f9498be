-- No fee gives a student more back than was paid on it. A cheque that clears is no money yet.
select line.fee_id, line.student_id, sum(line.amount) as left_of_collected
from collected_lines line
where line.school_id = current_school() and line.deleted_at is null and line.status in ('PAID', 'PART_PAID', 'REFUND')
group by line.fee_id, line.student_id
having sum(line.amount) < 0

-- The lines of a refund sum to it, each fee has one line at most, and they are of its student, term and day. They are cancelled
-- together, by the same person for the same reason. What is written off with a refund is never more than it.
select refunds.id, refunds.amount, -sum(line.amount) as lines
from refunds
left join collected_lines line on line.school_id = current_school() and line.refund_id = refunds.id and line.status = 'REFUND'
where refunds.school_id = current_school()
group by refunds.school_id, refunds.id
having refunds.amount is distinct from -sum(line.amount)
  or count(line.fee_id) <> count(distinct line.fee_id)
  or bool_or((line.term_id, line.student_id, line.collected_on) is distinct from (refunds.term_id, refunds.student_id, refunds.refunded_on))
  or bool_or((line.deleted_at, line.deleted_by, line.delete_reason)
    is distinct from (refunds.cancelled_at, refunds.cancelled_by, refunds.cancel_reason))
union all
select refunds.id, refunds.amount, line.amount as lines
from refunds
join collected_lines line on line.school_id = current_school() and line.refund_id = refunds.id and line.status = 'WRITE_OFF'
where refunds.school_id = current_school()
  and (
    (line.term_id, line.student_id) is distinct from (refunds.term_id, refunds.student_id)
    or (refunds.cancelled_at is not null and line.deleted_at is null)
    or line.amount is distinct from (
      select -refunded.amount from collected_lines refunded
      where refunded.school_id = current_school() and refunded.refund_id = line.refund_id and refunded.fee_id = line.fee_id
        and refunded.status = 'REFUND'
    )
  )

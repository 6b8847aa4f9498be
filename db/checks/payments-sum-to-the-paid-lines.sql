-- What the dashboard, the entries and the day book sum (payments) is what the accounts of a student sum (lines), over all terms: a
-- payment may pay fees of several.
select student_id, payments.collected, lines.collected as lines
from (
  select student_id, sum(amount) as collected from payments
  where school_id = current_school() and state = 'COLLECTED' and deleted_at is null group by student_id
) payments
full join (
  select student_id, sum(amount) as collected from collected_lines
  where school_id = current_school() and status in ('PAID', 'PART_PAID') and deleted_at is null group by student_id
) lines using (student_id)
where payments.collected is distinct from lines.collected

-- What the dashboard, the entries and the day book sum (payments) is what the accounts of the students sum (lines).
select payments.term_id, payments.collected, lines.collected as lines
from (
  select term_id, sum(amount) as collected from payments
  where school_id = current_school() and state = 'COLLECTED' and deleted_at is null group by term_id
) payments
full join (
  select term_id, sum(amount) as collected from collected_lines
  where school_id = current_school() and status in ('PAID', 'PART_PAID') and deleted_at is null group by term_id
) lines on lines.term_id = payments.term_id
where payments.collected is distinct from lines.collected

-- Only what is fixed can be reduced or written off.
select line.id
from collected_lines line
join fees on fees.school_id = current_school() and fees.id = line.fee_id
where line.school_id = current_school() and line.status in ('DISCOUNT', 'CONCESSION', 'WRITE_OFF') and line.deleted_at is null
  and not fees.fixed_amount

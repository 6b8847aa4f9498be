-- Opening dues are on fees of a year before Shala, one live line for a student and fee, and only where there is one is anything else.
select line.fee_id, line.student_id, count(*) filter (where line.status = 'OPENING')::int as lines
from collected_lines line
join fees on fees.school_id = current_school() and fees.id = line.fee_id
where line.school_id = current_school() and line.deleted_at is null and line.status <> 'FAILED'
  and (line.status = 'OPENING' or fees.opening_year is not null)
group by line.fee_id, line.student_id, fees.opening_year
having fees.opening_year is null or count(*) filter (where line.status = 'OPENING') <> 1

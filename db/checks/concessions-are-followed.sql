-- The lines of a concession are on fees that it is for, one live line on each, and never more than its share or amount of the fee. One
-- that was taken back as a whole has none.
select line.concession_id, line.fee_id, count(*)::int as lines, sum(line.amount) as amount
from collected_lines line
join fees on fees.school_id = current_school() and fees.id = line.fee_id
join concessions concession on concession.school_id = current_school() and concession.id = line.concession_id
where line.school_id = current_school() and line.status = 'CONCESSION' and line.deleted_at is null
group by line.concession_id, line.fee_id, line.student_id, concession.student_id, concession.term_id, line.term_id, concession.share,
  concession.amount, fees.amount, fees.fee_category_id, fees.id, concession.fee_category_ids, concession.fee_ids, concession.starts_on,
  concession.ended_on
having count(*) > 1
  or line.student_id <> concession.student_id or line.term_id <> concession.term_id
  or sum(line.amount) > coalesce(concession.amount, round(fees.amount * concession.share / 10000.0))
  or fees.fee_category_id <> all (concession.fee_category_ids)
  or fees.id <> all (concession.fee_ids)
  or concession.ended_on < concession.starts_on

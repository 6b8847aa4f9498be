-- The receipts of a school's year are numbered 1 to n without a gap, and the counter stands at n.
select coalesce(counter.year, numbers.receipt_year) as year, counter.last, numbers.count, numbers.highest
from (select year, last from receipt_counters where school_id = current_school()) counter
full join (
  select receipt_year, count(*) as count, max(receipt_no) as highest
  from payments where school_id = current_school() group by receipt_year
) numbers on numbers.receipt_year = counter.year
where counter.last is distinct from numbers.count or numbers.count is distinct from numbers.highest

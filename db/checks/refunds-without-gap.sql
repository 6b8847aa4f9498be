-- The refunds of a school's year are numbered 1 to n without a gap, the counter stands at n, and the year is that of their day.
select coalesce(counter.year, numbers.refund_year) as year, counter.last, numbers.count, numbers.highest
from (select year, last from refund_counters where school_id = current_school()) counter
full join (
  select refund_year, count(*) as count, max(refund_no) as highest,
    bool_or(refund_year <> to_char(refunded_on - interval '3 months', 'YYYY') || '-' || to_char(refunded_on + interval '9 months', 'YY'))
      as of_another_year
  from refunds where school_id = current_school() group by refund_year
) numbers on numbers.refund_year = counter.year
where counter.last is distinct from numbers.count or numbers.count is distinct from numbers.highest or numbers.of_another_year

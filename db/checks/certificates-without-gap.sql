-- A school's certificates are numbered 1 to n without a gap, the counter stands at n, and duplicates follow an original in order.
select coalesce(counter.last_serial, numbers.highest) as serial, counter.last_serial, numbers.originals, numbers.highest, numbers.out_of_order
from (select last_serial from certificate_counters where school_id = current_school()) counter
full join (
  select count(*) filter (where copy = 0) as originals, max(serial) as highest, bool_or(copy <> nth - 1) as out_of_order
  from (
    select serial, copy, row_number() over (partition by serial order by copy) as nth from certificates where school_id = current_school()
  ) numbered
  having count(*) > 0
) numbers on true
where counter.last_serial is distinct from coalesce(numbers.originals, 0)
  or (numbers.highest is not null and numbers.originals is distinct from numbers.highest)
  or numbers.out_of_order

-- A school's certificates are numbered from its first number to its last without a gap, and duplicates follow an original in order.
select counter.first_serial, counter.last_serial, numbers.originals, numbers.lowest, numbers.highest, numbers.out_of_order
from (select first_serial, last_serial from certificate_counters where school_id = current_school()) counter
full join (
  select count(*) filter (where copy = 0) as originals, min(serial) as lowest, max(serial) as highest, bool_or(copy <> nth - 1) as out_of_order
  from (
    select serial, copy, row_number() over (partition by serial order by copy) as nth from certificates where school_id = current_school()
  ) numbered
  having count(*) > 0
) numbers on true
where counter.first_serial is null
  or counter.last_serial - counter.first_serial + 1 <> coalesce(numbers.originals, 0)
  or numbers.lowest <> counter.first_serial
  or numbers.highest <> counter.last_serial
  or numbers.out_of_order

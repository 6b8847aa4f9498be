-- A receipt's year is the April–March year of the day it is booked on.
select id, collected_on, receipt_year
from payments
where school_id = current_school()
  and receipt_year <> to_char(collected_on - interval '3 months', 'YYYY') || '-' || to_char(collected_on + interval '9 months', 'YY')

-- No payment is booked on a day after the one it was entered on, and no cheque was settled before the day it was taken.
select id, collected_on, created_at, settled_on
from payments
where school_id = current_school()
  and (collected_on > (created_at at time zone 'Asia/Kolkata')::date or settled_on < collected_on)

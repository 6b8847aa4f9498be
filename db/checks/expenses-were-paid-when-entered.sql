-- No expense was paid on a day that was still to come when it was entered (specification, section 5).
select id, paid_on, entered_on
from expenses
where school_id = current_school() and paid_on > entered_on

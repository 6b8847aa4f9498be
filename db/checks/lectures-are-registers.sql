-- A lecture's register and its lecture belong together: neither is there without the other, nor a lecture on another session's.
select coalesce(r.id, l.register_id) as register_id, r.session
from (select school_id, id, session from registers where school_id = current_school() and session = 'LECTURE') r
full join (select school_id, register_id from lectures where school_id = current_school()) l on l.school_id = current_school() and l.register_id = r.id
where r.id is null or l.register_id is null

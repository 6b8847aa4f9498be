-- A school with terms has exactly one current term (specification, section 4).
select count(*)::int as terms, count(*) filter (where current)::int as current
from terms
where school_id = current_school()
having count(*) > 0 and count(*) filter (where current) <> 1

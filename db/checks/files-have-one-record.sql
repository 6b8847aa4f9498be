-- A file that a record holds is there and taken, and a taken file is held by one record: otherwise it is lost, or removed under another.
with held as (
  select logo_file as id from schools where id = current_school() and logo_file is not null
  union all
  select photo_file from students where school_id = current_school() and photo_file is not null
  union all
  select aadhar_file from students where school_id = current_school() and aadhar_file is not null
  union all
  select photo_file from users where school_id = current_school() and photo_file is not null
),
taken as (
  select id from files where school_id = current_school() and attached
)
select id, count(held.id)::int as records, count(taken.id)::int as files
from held full join taken using (id)
group by id
having count(held.id) <> 1 or count(taken.id) <> 1

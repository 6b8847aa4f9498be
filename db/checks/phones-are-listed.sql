-- A guardian finds the school by the list of phones, which has those of each student. A server of the version before lists none: a
-- student of the last day may wait for the job of the night.
select s.id as student_id, 'missing' as phone_is
from students s cross join lateral unnest(s.phones || s.phone) as given (phone)
left join student_phones listed on listed.school_id = current_school() and listed.student_id = s.id and listed.phone = given.phone
where s.school_id = current_school() and s.created_at < now() - interval '1 day' and given.phone <> '1234567890' and listed.phone is null
union all
select s.id, 'of another'
from student_phones listed join students s on s.school_id = current_school() and s.id = listed.student_id
where listed.school_id = current_school() and s.created_at < now() - interval '1 day' and listed.phone <> all (s.phones || s.phone)

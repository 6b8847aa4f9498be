-- A login leads to a record of the same account: otherwise somebody is signed out for ever, or signed in as another.
select subject, user_id, student_id from logins where school_id = current_school()
except
select subject, id, null::bigint from users where school_id = current_school()
except
select subject, null::bigint, id from students where school_id = current_school()

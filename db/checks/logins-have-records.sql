-- A login leads to a record of the same account: otherwise somebody is signed out for ever, or signed in as another.
select logins.subject, logins.user_id, logins.student_id
from logins
left join users on users.school_id = logins.school_id and users.id = logins.user_id and users.subject = logins.subject
left join students on students.school_id = logins.school_id and students.id = logins.student_id and students.subject = logins.subject
where logins.school_id = current_school() and users.id is null and students.id is null

-- A record that names an account has the login that leads back to it.
select 'user' as kind, users.id
from users
left join logins on logins.subject = users.subject and logins.school_id = users.school_id and logins.user_id = users.id
where users.school_id = current_school() and users.subject is not null and logins.subject is null
union all
select 'student', students.id
from students
left join logins on logins.subject = students.subject and logins.school_id = students.school_id and logins.student_id = students.id
where students.school_id = current_school() and students.subject is not null and logins.subject is null

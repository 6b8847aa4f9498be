-- A person signs in with the e-mail that the record shows (where the sign-in service is our own).
select users.id, 'user' as kind
from users
join auth."user" as account on account.id = users.subject
where users.school_id = current_school() and account.email <> users.email
union all
select students.id, 'student'
from students
join auth."user" as account on account.id = students.subject
where students.school_id = current_school() and account.email <> coalesce(students.login_email, '')

-- Only an ADMIN is limited to classes.
select class_admins.user_id, users.role
from class_admins
join users on users.school_id = class_admins.school_id and users.id = class_admins.user_id
where class_admins.school_id = current_school() and users.role <> 'ADMIN'

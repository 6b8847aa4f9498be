-- Whether an ADMIN is limited to classes is a fact of the user (decisions/0114). Before, it was whether the user had rows
-- in class_admins, so that an ADMIN whose last class went saw every class.
alter table users add column limited_to_classes boolean not null default false;
alter table users no force row level security;
alter table class_admins no force row level security;
update users set limited_to_classes = true
where role = 'ADMIN'
  and exists (select from class_admins a where a.school_id = users.school_id and a.user_id = users.id);
-- Of users who were never limited by them.
delete from class_admins a using users u where u.school_id = a.school_id and u.id = a.user_id and not u.limited_to_classes;
alter table class_admins force row level security;
alter table users force row level security;
alter table users
  add constraint users_limited_admins check (not limited_to_classes or role = 'ADMIN'),
  add constraint users_limits unique (school_id, id, limited_to_classes);

-- The classes are of limited users alone. The key implies the one to the user.
alter table class_admins
  add column limited boolean not null default true check (limited),
  drop constraint class_admins_school_id_user_id_fkey,
  add constraint class_admins_are_limited foreign key (school_id, user_id, limited)
    references users (school_id, id, limited_to_classes) on delete cascade;

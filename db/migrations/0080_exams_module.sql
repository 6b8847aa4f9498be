-- The module of exams and report cards, which a SUPERADMIN switches on for a school.
alter table schools add column exams boolean not null default false;

-- without a transaction
-- Whose birthday it is: the dates of all years at once are looked up.
create index concurrently if not exists students_birthdate on students (school_id, birthdate) where birthdate is not null and not disabled;

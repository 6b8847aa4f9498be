-- without a transaction
-- A guardian is found by every phone of a student. Most students have one phone alone.
create index concurrently if not exists students_other_phones on students (school_id, id) include (phones) where phones <> '{}' and not disabled;

-- without a transaction
-- One student of a register number in a term, and the students of a number.
create unique index concurrently if not exists enrolments_register_key on enrolments (school_id, term_id, register_key);
create index concurrently if not exists students_register_key on students (school_id, lower(register_no)) where register_no <> '';

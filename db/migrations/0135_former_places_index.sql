-- without a transaction
-- Counts the students of a section on a day from the index alone. It takes the place of enrolments_section.
create index concurrently if not exists enrolments_members on enrolments (school_id, section_id, roll_sort, student_id) include (from_day);

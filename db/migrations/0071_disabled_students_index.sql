-- without a transaction
-- The disabled students of a school are few: whoever counts the others takes these away, and looks up no student.
create index concurrently if not exists students_disabled on students (school_id, id) where disabled;

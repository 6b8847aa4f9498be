-- without a transaction
-- Who is admitted after a day is expected in no register of it. They are few, and found without looking up every student.
create index concurrently if not exists students_admitted on students (school_id, date_of_admission, id) where date_of_admission is not null;

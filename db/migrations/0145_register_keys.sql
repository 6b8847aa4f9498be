-- A register number belongs to one student of a term, in whatever case it is typed. The number is on the student and the term on the
-- enrolment, so the enrolment keeps the number in lower case, where a unique index can see both (0147).
alter table enrolments add column register_key text;

-- An admin asks for the erasure of a student, and a super administrator carries it out, or the nightly job after a time in which it
-- can be stopped.
alter table students add column erasure_asked_at timestamptz, add column erasure_asked_by_name text;
alter table students add constraint students_erasure_asked
  check ((erasure_asked_at is null) = (erasure_asked_by_name is null)) not valid;

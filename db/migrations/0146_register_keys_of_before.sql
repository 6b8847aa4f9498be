-- The keys of the current terms; other terms get theirs as their students are saved. Where two students of a term have one number, the
-- enabled one who was added first has the key, and nobody loses a number: db/checks/register-numbers-are-of-one-student.sql lists the
-- two until the number of one of them is changed.
do $$
declare
  school bigint;
begin
  for school in select id from schools where id <> 0 order by id loop
    perform set_config('app.school_id', school::text, true);
    update enrolments set register_key = first.register_key
    from (
      select distinct on (lower(s.register_no)) e.id, lower(s.register_no) as register_key
      from enrolments e
      join terms t on t.school_id = school and t.id = e.term_id and t.current
      join students s on s.school_id = school and s.id = e.student_id
      where e.school_id = school and s.register_no <> ''
      order by lower(s.register_no), s.disabled, s.id
    ) as first
    where enrolments.school_id = school and enrolments.id = first.id;
  end loop;
  perform set_config('app.school_id', '', true);
end $$;

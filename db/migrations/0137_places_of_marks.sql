-- Of the current terms the marks say where students were before. School by school, each within its own scope.
do $$
declare
  school bigint;
begin
  for school in select id from schools where id <> 0 order by id loop
    perform set_config('app.school_id', school::text, true);
    create temporary table marked_places on commit drop as
      select r.term_id, m.student_id, r.section_id, min(r.day) as first_day, max(r.day) as last_day, min(r.taken_at) as first_taken
      from registers r
      join terms t on t.school_id = school and t.id = r.term_id and t.current
      join marks m on m.school_id = school and m.register_id = r.id
      where r.school_id = school
      group by r.term_id, m.student_id, r.section_id;
    -- A mover was in each other section until the last mark there, and a student who has left in the own one.
    insert into former_places (school_id, term_id, student_id, section_id, roll, from_day, until_day)
    select school, term_id, student_id, section_id, roll, from_day, last_day
    from (
      select p.*, e.roll, lag(p.last_day) over (partition by p.term_id, p.student_id order by p.last_day, p.first_day, p.section_id) + 1 as from_day
      from marked_places p
      join enrolments e on e.school_id = school and e.term_id = p.term_id and e.student_id = p.student_id
      join students s on s.school_id = school and s.id = p.student_id
      where p.section_id <> e.section_id or s.disabled
    ) place
    where coalesce(from_day, last_day) <= last_day;
    update enrolments e set from_day = f.until_day + 1
    from (select term_id, student_id, max(until_day) as until_day from former_places where school_id = school group by term_id, student_id) f
    where e.school_id = school and e.term_id = f.term_id and e.student_id = f.student_id;
    -- Who was entered after the section had taken a register joined with the first mark, or that day.
    update enrolments e set from_day = joined.day
    from (
      select e.id, coalesce(own.first_day, (e.created_at at time zone 'Asia/Kolkata')::date) as day
      from enrolments e
      join (
        select term_id, section_id, min(first_day) as first_day, min(first_taken) as first_taken
        from marked_places group by term_id, section_id
      ) section on section.term_id = e.term_id and section.section_id = e.section_id and section.first_taken < e.created_at
      join terms t on t.school_id = school and t.id = e.term_id
      join students s on s.school_id = school and s.id = e.student_id
        and (s.date_of_admission is null or s.date_of_admission < t.starts_on)
      left join marked_places own
        on own.term_id = e.term_id and own.section_id = e.section_id and own.student_id = e.student_id
      where e.school_id = school and e.from_day is null and (own.first_day is null or own.first_day > section.first_day)
    ) joined
    where e.school_id = school and e.id = joined.id;
    drop table marked_places;
  end loop;
  perform set_config('app.school_id', '', true);
end $$;

-- The phones of students by themselves, so that the schools of a guardian's phone are found without asking every school.
--
-- A row may be older than its student's record (the school is then asked in vain), but a phone of a record must not be missing:
-- whoever writes phones of students writes these rows too (students.sql.ts), and a job adds those of before.
create table student_phones (
  school_id bigint not null references schools (id),
  student_id bigint not null,
  phone text not null,
  primary key (school_id, student_id, phone),
  foreign key (school_id, student_id) references students (school_id, id) on delete cascade
);
create index student_phones_phone on student_phones (phone);
alter table student_phones enable row level security;
alter table student_phones force row level security;
create policy tenant on student_phones using (school_id = current_school()) with check (school_id = current_school());
-- Across schools, the rows of the one phone that schools_of_phone asks for.
create policy of_phone on student_phones for select using (phone = nullif(current_setting('app.guardian_phone', true), ''));

-- As before, but asks only the schools in which the phone is listed. Their students' rows decide.
create or replace function schools_of_phone(wanted text) returns setof bigint language plpgsql volatile as $$
declare
  school bigint;
  listed bigint[];
  before text := coalesce(current_setting('app.school_id', true), '');
begin
  execute format('set local app.guardian_phone to %L', wanted);
  listed := array(select distinct p.school_id from student_phones p where p.phone = wanted order by 1);
  set local app.guardian_phone to '';
  foreach school in array listed loop
    execute format('set local app.school_id to %L', school);
    if exists (select from students where school_id = school and phone = wanted and not disabled)
      or exists (select from students where school_id = school and phones <> '{}' and wanted = any (phones) and not disabled)
    then
      return next school;
    end if;
  end loop;
  execute format('set local app.school_id to %L', before);
end $$;

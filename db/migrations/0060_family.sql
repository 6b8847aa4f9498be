-- The family's own place: guardians sign in by their phone, and tell the school when a child will be absent.

-- What was asked for and guessed for a phone within a day, by a keyed digest: most tried phones belong to nobody here.
create table guardian_sign_ins (
  phone_key bytea primary key,
  requests timestamptz[] not null default '{}',
  guesses timestamptz[] not null default '{}'
);
-- The codes that work now. A code is made when its message is handed to a channel; until then it has no hash.
create table guardian_codes (
  id uuid primary key default gen_random_uuid(),
  phone_key bytea not null,
  hash bytea,
  -- A code of forty bits instead of six digits, for a phone at which somebody guesses.
  long boolean not null,
  expires_at timestamptz not null
);
create index guardian_codes_phone on guardian_codes (phone_key);
-- A device on which a guardian is signed in. Which children it shows is asked from the students' rows at each request.
create table guardian_sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  phone text not null check (phone ~ '^[0-9]{10}$' and phone <> '1234567890'),
  device text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index guardian_sessions_phone on guardian_sessions (phone);

-- The schools with an enabled student of a phone. Each school is asked within its own scope, so that row-level security holds: the
-- function has the rights of its caller.
create function schools_of_phone(wanted text) returns setof bigint language plpgsql volatile as $$
declare
  school bigint;
  before text := coalesce(current_setting('app.school_id', true), '');
begin
  for school in select id from schools where id <> 0 order by id loop
    execute format('set local app.school_id to %L', school);
    if exists (select from students where school_id = school and phone = wanted and not disabled)
      or exists (select from students where school_id = school and phones <> '{}' and wanted = any (phones) and not disabled)
    then
      return next school;
    end if;
  end loop;
  execute format('set local app.school_id to %L', before);
end $$;
revoke execute on function schools_of_phone(text) from public;
grant execute on function schools_of_phone(text) to shala_app;

-- What a guardian tells the teacher before school: the student stays away on these days, and why.
create sequence leave_note_ids;
create table leave_notes (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('leave_note_ids'),
  student_id bigint not null,
  -- The key of the request, so that a phone may repeat it.
  key uuid not null,
  from_day date not null,
  to_day date not null,
  reason text not null check (length(reason) between 1 and 300),
  -- The phone of the guardian who wrote it.
  phone text not null,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  primary key (school_id, id),
  check (to_day >= from_day and to_day <= from_day + 60),
  foreign key (school_id, student_id) references students (school_id, id)
);
create unique index leave_notes_key on leave_notes (school_id, key);
create index leave_notes_student on leave_notes (school_id, student_id, to_day);
alter table leave_notes enable row level security;
alter table leave_notes force row level security;
create policy tenant on leave_notes using (school_id = current_school()) with check (school_id = current_school());

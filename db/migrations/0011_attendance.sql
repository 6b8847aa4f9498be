-- Attendance: registers and their marks, live lectures, the gate, and the messages about those who are absent.

-- A request key keeps whatever was asked for once, no longer money alone.
alter table money_requests rename to request_keys;

create sequence holiday_ids;
create table holidays (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('holiday_ids'),
  day date not null,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index holidays_day on holidays (school_id, day);

-- The marks of one section at one time: of a day (DAILY), of a half day (DUAL), of a slot of the timetable (SUBJECTWISE), or of a
-- live lecture. The counts are those of its marks, so that a school's percentages need not read every mark of a term.
create sequence register_ids;
create table registers (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('register_ids'),
  term_id bigint not null,
  section_id bigint not null,
  day date not null,
  session text not null check (session in ('DAY', 'MORNING', 'AFTERNOON', 'SUBJECT', 'LECTURE')),
  subject_id bigint,
  -- When the slot of the timetable starts, in the school's own time.
  starts time,
  -- One more with every change: who changes what somebody else has changed meanwhile is told so.
  version integer not null default 1 check (version > 0),
  present integer not null default 0 check (present >= 0),
  absent integer not null default 0 check (absent >= 0),
  late integer not null default 0 check (late >= 0),
  taken_at timestamptz not null default now(),
  -- What the teacher's phone said the time was; it decides nothing.
  device_at timestamptz,
  taken_by uuid not null,
  taken_by_name text not null,
  changed_at timestamptz not null default now(),
  primary key (school_id, id),
  check ((session = 'SUBJECT') = (starts is not null)),
  check (session in ('SUBJECT', 'LECTURE') or subject_id is null),
  check (session <> 'SUBJECT' or subject_id is not null),
  check (day <= (taken_at at time zone 'Asia/Kolkata')::date),
  foreign key (school_id, term_id, section_id) references sections (school_id, term_id, id),
  foreign key (school_id, subject_id) references subjects (school_id, id)
);
create unique index registers_once on registers (school_id, section_id, day, session, subject_id, starts)
  nulls not distinct where session <> 'LECTURE';
create index registers_term on registers (school_id, term_id, section_id, day) include (id, session, present, absent, late);
create index registers_day on registers (school_id, day, section_id);
create index registers_subject on registers (school_id, subject_id) where subject_id is not null;

create table marks (
  school_id bigint not null references schools (id),
  register_id bigint not null,
  student_id bigint not null,
  value text not null check (value in ('P', 'A', 'L')),
  note text not null default '' check (length(note) <= 200),
  -- When a student came into a live lecture, by the server's clock.
  came_at timestamptz,
  primary key (school_id, register_id, student_id),
  foreign key (school_id, register_id) references registers (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id)
);
create index marks_student on marks (school_id, student_id, register_id) include (value);

-- What a mark was before somebody corrected it; never changed or removed but with the student.
create sequence mark_change_ids;
create table mark_changes (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('mark_change_ids'),
  register_id bigint not null,
  student_id bigint not null,
  -- null where the student had no mark yet.
  was text check (was in ('P', 'A', 'L')),
  value text not null check (value in ('P', 'A', 'L')),
  note text not null default '',
  at timestamptz not null default now(),
  -- What the device said the time was, here and in the tables below; it decides nothing.
  device_at timestamptz,
  changed_by uuid,
  changed_by_name text not null,
  primary key (school_id, id),
  foreign key (school_id, register_id) references registers (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id)
);
create index mark_changes_register on mark_changes (school_id, register_id, id);
create index mark_changes_student on mark_changes (school_id, student_id);

-- A register that is taken while the students come in. It is live until it has ended.
create table lectures (
  school_id bigint not null references schools (id),
  register_id bigint not null,
  -- Lectures that were started together have one batch.
  batch uuid not null,
  book_id bigint,
  user_id bigint,
  teacher_name text not null,
  zoom_link text not null default '',
  started_at timestamptz not null default now(),
  -- When it is closed if nobody has ended it.
  closes_at timestamptz not null,
  ended_at timestamptz,
  ended_how text check (ended_how in ('TEACHER', 'TIME')),
  ended_device_at timestamptz,
  primary key (school_id, register_id),
  check ((ended_at is null) = (ended_how is null)),
  check (closes_at > started_at),
  foreign key (school_id, register_id) references registers (school_id, id),
  foreign key (school_id, book_id) references books (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id)
);
create index lectures_live on lectures (school_id, closes_at) where ended_at is null;
create index lectures_batch on lectures (school_id, batch);
create index lectures_user on lectures (school_id, user_id);
create index lectures_book on lectures (school_id, book_id) where book_id is not null;

-- Who has a lecture open, as each server process has seen it in the last seconds. One row per lecture and process, not per student;
-- it may be lost with a crash of the database.
create unlogged table lecture_presence (
  school_id bigint not null,
  register_id bigint not null,
  process uuid not null,
  student_ids bigint[] not null,
  at timestamptz not null default now(),
  primary key (school_id, register_id, process)
) with (fillfactor = 50);

-- How far a book was read in a lecture.
create sequence book_progress_ids;
create table book_progresses (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('book_progress_ids'),
  term_id bigint not null,
  book_id bigint not null,
  register_id bigint not null,
  user_id bigint,
  from_page integer not null check (from_page >= 0),
  to_page integer not null,
  pages integer not null generated always as (to_page - from_page) stored,
  comment text not null default '' check (length(comment) <= 500),
  device_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, register_id, book_id),
  check (to_page >= from_page),
  foreign key (school_id, term_id) references terms (school_id, id),
  foreign key (school_id, book_id) references books (school_id, id),
  foreign key (school_id, register_id) references registers (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete set null (user_id)
);
create index book_progresses_book on book_progresses (school_id, book_id, id);

-- What scans cards at the gate: a reader with a key of its own.
create sequence gate_device_ids;
create table gate_devices (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('gate_device_ids'),
  name text not null check (name <> ''),
  direction text not null check (direction in ('IN', 'OUT', 'BOTH')),
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  revoked_at timestamptz,
  primary key (school_id, id)
);
create unique index gate_devices_key on gate_devices (school_id, key_hash);
create unique index gate_devices_name on gate_devices (school_id, lower(name)) where revoked_at is null;

create sequence gate_scan_ids;
create table gate_scans (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('gate_scan_ids'),
  -- Made by the device: a scan that is sent twice is stored once.
  key uuid not null,
  student_id bigint not null,
  day date not null,
  direction text not null check (direction in ('IN', 'OUT')),
  -- By the server's clock: when it arrived, less the time it has waited on the device.
  at timestamptz not null,
  arrived_at timestamptz not null default now(),
  device_at timestamptz,
  -- The reader, or the person at the camera.
  device_id bigint,
  scanned_by uuid,
  scanned_by_name text not null,
  means text not null check (means in ('QR', 'RFID')),
  primary key (school_id, id),
  check ((device_id is null) <> (scanned_by is null)),
  check (at <= arrived_at),
  check (day = (at at time zone 'Asia/Kolkata')::date),
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, device_id) references gate_devices (school_id, id)
);
create unique index gate_scans_key on gate_scans (school_id, key);
create index gate_scans_day on gate_scans (school_id, day, student_id, at);
create index gate_scans_student on gate_scans (school_id, student_id);

-- Messages to guardians that wait for their channel.
create sequence message_ids;
create table messages (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('message_ids'),
  kind text not null check (kind in ('ABSENCE')),
  channel text not null check (channel in ('SMS', 'APP')),
  student_id bigint not null,
  day date not null,
  phone text not null check (phone ~ '^[0-9]{10}$' and phone <> '1234567890'),
  -- What the text is filled with, by name.
  params jsonb not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'CANCELLED')),
  queued_at timestamptz not null default now(),
  cancelled_at timestamptz,
  primary key (school_id, id),
  check ((state = 'CANCELLED') = (cancelled_at is not null)),
  foreign key (school_id, student_id) references students (school_id, id)
);
-- Guardians hear of one child's absence once a day.
create unique index messages_once on messages (school_id, kind, student_id, day);
create index messages_day on messages (school_id, day, state);

-- Absence notices that an admin keeps back: of one section on a day, or of the whole school.
create sequence notice_hold_ids;
create table notice_holds (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('notice_hold_ids'),
  day date not null,
  section_id bigint,
  held_at timestamptz not null default now(),
  held_by uuid not null,
  held_by_name text not null,
  primary key (school_id, id),
  foreign key (school_id, section_id) references sections (school_id, id) on delete cascade
);
create unique index notice_holds_once on notice_holds (school_id, day, section_id) nulls not distinct;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'holidays', 'registers', 'marks', 'mark_changes', 'lectures', 'lecture_presence', 'book_progresses', 'gate_devices', 'gate_scans',
    'messages', 'notice_holds'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
revoke update on mark_changes from shala_app;

-- The tenants, the people and what a school is made of.
--
-- Tenant tables carry school_id, have the primary key (school_id, id) and composite foreign keys, so that a row cannot even
-- refer to another school's row. Ids come from sequences by default, not from identity columns, and there are no triggers:
-- the same tables can be distributed by school_id over several machines.

-- The school whose rows the current transaction may see; null, and so no row at all, when nobody said.
create function current_school() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.school_id', true), '')::bigint $$;

create sequence school_ids;
create table schools (
  id bigint primary key default nextval('school_ids'),
  name text not null check (name <> ''),
  description text not null default '',
  admin_phone text not null check (admin_phone ~ '^[0-9]{10}$'),
  sender_id text not null default '',
  logo_file uuid,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  att_type text not null default 'DAILY' check (att_type in ('DAILY', 'DUAL', 'SUBJECTWISE')),
  is_society boolean not null default false,
  only_absent boolean not null default false,
  default_absent boolean not null default false,
  sms_disabled boolean not null default false,
  show_register_no boolean not null default false,
  default_mins integer not null default 60 check (default_mins between 1 and 1440),
  display_mins integer[] not null default '{}',
  breakdown_lectures boolean not null default false,
  subjectwise_sms_time time,
  timetable_summary boolean not null default false,
  weekly_sms boolean not null default false,
  weekly_sms_day smallint not null default 1 check (weekly_sms_day between 0 and 6),
  weekly_sms_time time,
  many_school_names boolean not null default false,
  fees_module boolean not null default false,
  online_fees boolean not null default false,
  fees_date smallint not null default 5 check (fees_date between 1 and 30),
  multiple_accounts boolean not null default false,
  fee_percent numeric(8, 6) not null default 0.001 check (fee_percent between 0 and 1),
  qrcode boolean not null default false,
  live_lecture boolean not null default false,
  student_email text not null default '',
  chat boolean not null default false,
  att_notification boolean not null default false,
  buses boolean not null default false,
  rfid boolean not null default false,
  discipline boolean not null default false,
  created_at timestamptz not null default now()
);

-- The installation itself: its super administrators belong to it. A society is never listed among the schools.
insert into schools (id, name, admin_phone, is_society) values (0, 'Shala', '1234567890', true);

create sequence term_ids;
create table terms (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('term_ids'),
  name text not null check (name <> ''),
  current boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index terms_one_current on terms (school_id) where current;
create unique index terms_name on terms (school_id, lower(name));

create sequence user_ids;
create table users (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('user_ids'),
  subject uuid,
  fb_id text not null default '',
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  phone text not null default '1234567890' check (phone ~ '^[0-9]{10}$'),
  role text not null check (role in ('SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT')),
  disabled boolean not null default false,
  zoom_id text not null default '',
  zoom_password text not null default '',
  zoom_link text not null default '',
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  check ((role = 'SUPERADMIN') = (school_id = 0))
);
create unique index users_email on users (school_id, email);
create unique index users_subject on users (school_id, subject);
create index users_name on users (school_id, name, id);

create sequence class_ids;
create table classes (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('class_ids'),
  term_id bigint not null,
  name text not null check (name <> ''),
  sms_suffix text not null default '',
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, term_id, id),
  foreign key (school_id, term_id) references terms (school_id, id)
);
create unique index classes_name on classes (school_id, term_id, lower(name));

-- The classes an ADMIN may see; no row at all means every class.
create table class_admins (
  school_id bigint not null references schools (id),
  user_id bigint not null,
  class_id bigint not null,
  primary key (school_id, user_id, class_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, class_id) references classes (school_id, id) on delete cascade
);

create sequence section_ids;
create table sections (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('section_ids'),
  term_id bigint not null,
  class_id bigint not null,
  sr integer not null default 0,
  name text not null check (name <> ''),
  fb_id text not null default '',
  notification_time timetz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, term_id, id),
  foreign key (school_id, term_id, class_id) references classes (school_id, term_id, id)
);
create unique index sections_name on sections (school_id, class_id, lower(name));
create index sections_term on sections (school_id, term_id, sr, id);

create table section_teachers (
  school_id bigint not null references schools (id),
  section_id bigint not null,
  user_id bigint not null,
  primary key (school_id, section_id, user_id),
  foreign key (school_id, section_id) references sections (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index section_teachers_user on section_teachers (school_id, user_id);

create sequence subject_ids;
create table subjects (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('subject_ids'),
  term_id bigint not null,
  section_id bigint not null,
  sr integer not null check (sr > 0),
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, term_id, section_id) references sections (school_id, term_id, id)
);
create unique index subjects_name on subjects (school_id, section_id, lower(name));
create index subjects_term on subjects (school_id, term_id);

create table subject_teachers (
  school_id bigint not null references schools (id),
  subject_id bigint not null,
  user_id bigint not null,
  primary key (school_id, subject_id, user_id),
  foreign key (school_id, subject_id) references subjects (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index subject_teachers_user on subject_teachers (school_id, user_id);

-- The timetable of a subject: day 0 is Sunday, times are the school's own (Asia/Kolkata).
create sequence subject_slot_ids;
create table subject_slots (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('subject_slot_ids'),
  subject_id bigint not null,
  day smallint not null check (day between 0 and 6),
  starts time not null,
  ends time not null,
  primary key (school_id, id),
  check (starts < ends),
  foreign key (school_id, subject_id) references subjects (school_id, id) on delete cascade
);
create index subject_slots_subject on subject_slots (school_id, subject_id);

create sequence book_ids;
create table books (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('book_ids'),
  subject_id bigint not null,
  name text not null check (name <> ''),
  pages integer not null default 0 check (pages >= 0),
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  foreign key (school_id, subject_id) references subjects (school_id, id)
);
create unique index books_name on books (school_id, subject_id, lower(name));

create table book_teachers (
  school_id bigint not null references schools (id),
  book_id bigint not null,
  user_id bigint not null,
  primary key (school_id, book_id, user_id),
  foreign key (school_id, book_id) references books (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index book_teachers_user on book_teachers (school_id, user_id);

create sequence student_ids;
create table students (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('student_ids'),
  subject uuid,
  name text not null check (name <> ''),
  first_name text not null default '',
  surname text not null default '',
  phone text not null default '1234567890' check (phone ~ '^[0-9]{10}$'),
  phones text[] not null default '{}',
  register_no text not null default '',
  gender text not null default 'BLANK' check (gender in ('MALE', 'FEMALE', 'OTHER', 'BLANK')),
  disabled boolean not null default false,
  login_email text check (login_email = lower(login_email)),
  email text not null default '',
  birthdate date,
  dob_in_words text not null default '',
  birth_place text not null default '',
  religion text not null default '',
  caste text not null default '',
  sub_caste text not null default '',
  mother_tongue text not null default '',
  bloodgroup text not null default '',
  height text not null default '',
  weight text not null default '',
  handicap text not null default '',
  muman text not null default '',
  photo_file uuid,
  address text not null default '',
  country text not null default '',
  state text not null default '',
  dist text not null default '',
  taluka text not null default '',
  colony text not null default '',
  distance text not null default '',
  aadhar_file uuid,
  aadhar_sealed bytea,
  aadhar_last4 text check (aadhar_last4 ~ '^[0-9]{4}$'),
  aapar boolean not null default false,
  aapar_id text not null default '',
  pen_number text not null default '',
  saral_id text not null default '',
  uid_no text not null default '',
  qrcode text not null default '',
  rfid text not null default '',
  admit_in_class text not null default '',
  last_class text not null default '',
  last_school_attended text not null default '',
  date_of_admission date,
  father_name text not null default '',
  father_occupation text not null default '',
  father_qualification text not null default '',
  mother_name text not null default '',
  mother_occupation text not null default '',
  mother_qualification text not null default '',
  guardian text not null default '',
  sibling text not null default '',
  single_parent boolean not null default false,
  orphan boolean not null default false,
  create_term_id bigint,
  created_at timestamptz not null default now(),
  search_text text not null generated always as (lower(name || ' ' || register_no || ' ' || phone)) stored,
  primary key (school_id, id),
  check ((aadhar_sealed is null) = (aadhar_last4 is null)),
  foreign key (school_id, create_term_id) references terms (school_id, id)
);
create unique index students_subject on students (school_id, subject);
create unique index students_login_email on students (school_id, login_email);
create unique index students_rfid on students (school_id, rfid) where rfid <> '';
create unique index students_qrcode on students (school_id, qrcode) where qrcode <> '';
create index students_name on students (school_id, name, id);
create index students_phone on students (school_id, phone);

-- A student's place in a term: the only truth about where a student sits. Promotion writes new rows.
create sequence enrolment_ids;
create table enrolments (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('enrolment_ids'),
  term_id bigint not null,
  student_id bigint not null,
  section_id bigint not null,
  roll text not null default '0' check (roll ~ '^[0-9A-Za-z/-]{1,12}$'),
  -- Rolls are sorted as numbers where they are numbers, and after them where they are not.
  roll_sort bigint not null generated always as (case when roll ~ '^[0-9]+$' then roll::bigint else 1000000000000 end) stored,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  unique (school_id, term_id, student_id),
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, term_id, section_id) references sections (school_id, term_id, id)
);
create index enrolments_section on enrolments (school_id, section_id, roll_sort, student_id);
create index enrolments_student on enrolments (school_id, student_id);

create sequence bus_ids;
create table buses (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('bus_ids'),
  busno text not null check (busno <> ''),
  device_id text not null check (device_id <> ''),
  gps_id text not null default '',
  sim_number text not null check (sim_number <> ''),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index buses_busno on buses (school_id, lower(busno));

create sequence bank_account_ids;
create table bank_accounts (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('bank_account_ids'),
  name text not null check (name <> ''),
  acc_number text not null check (acc_number <> ''),
  ifsc text not null check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  key_id text not null,
  key_secret_sealed bytea not null,
  misc_sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index bank_accounts_name on bank_accounts (school_id, lower(name));

-- Uploaded files; the bytes lie in the file storage under school/id.
create table files (
  school_id bigint not null references schools (id),
  id uuid not null default gen_random_uuid(),
  purpose text not null check (purpose in ('school-logo', 'student-photo', 'student-aadhar')),
  content_type text not null,
  size bigint not null check (size >= 0),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);

-- Who did what: ids and the names of changed fields, never their values.
create sequence audit_ids;
create table audit_log (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('audit_ids'),
  at timestamptz not null default now(),
  subject uuid,
  role text not null,
  action text not null,
  row_ids bigint[] not null default '{}',
  fields text[] not null default '{}',
  request_id text not null default '',
  primary key (school_id, id)
);
create index audit_log_at on audit_log (school_id, at);

-- Which record a signed-in subject stands for. Global, because the school is not known before it has been read; it holds
-- nothing but the way to the record.
create table logins (
  subject uuid primary key,
  school_id bigint not null references schools (id),
  user_id bigint,
  student_id bigint,
  check ((user_id is null) <> (student_id is null))
);
create unique index logins_user on logins (school_id, user_id);
create unique index logins_student on logins (school_id, student_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'terms', 'users', 'classes', 'class_admins', 'sections', 'section_teachers', 'subjects', 'subject_teachers', 'subject_slots',
    'books', 'book_teachers', 'students', 'enrolments', 'buses', 'bank_accounts', 'files', 'audit_log'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

grant usage on schema public to shala_app;
grant usage on all sequences in schema public to shala_app;
grant select, insert, update, delete on all tables in schema public to shala_app;
revoke delete, update on audit_log from shala_app;
revoke delete on schools from shala_app;
alter default privileges in schema public grant usage on sequences to shala_app;
alter default privileges in schema public grant select, insert, update, delete on tables to shala_app;

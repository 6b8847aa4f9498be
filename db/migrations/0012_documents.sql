-- Documents that are handed over: reports and sheets of ID cards, which are made behind the answer, and leaving certificates.

-- What a school's papers say of it besides its name.
alter table schools
  add column village text not null default '',
  add column taluka text not null default '',
  add column dist text not null default '',
  add column state text not null default '',
  add column email text not null default '',
  add column recognition_no text not null default '',
  add column udise text not null default '' check (udise ~ '^([0-9]{11})?$'),
  add column medium text not null default '',
  add column board text not null default '',
  add column affiliation_no text not null default '',
  add column signature_file uuid;

alter table users add column photo_file uuid;

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (
  purpose in (
    'school-logo', 'school-signature', 'student-photo', 'student-aadhar', 'user-photo', 'certificate-picture', 'document'
  )
);

-- A report or a stack of ID cards that somebody has ordered.
create sequence document_job_ids;
create table document_jobs (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('document_job_ids'),
  kind text not null check (kind in ('REPORT', 'ID_CARDS')),
  -- How its list names it.
  title text not null check (title <> ''),
  params jsonb not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= 0),
  -- The run that has it now. Whoever finds that it has another one was given up for dead, and stores nothing.
  run uuid,
  starts integer not null default 0,
  -- Its run was alive then; of one that is SENDING, when that began.
  beat_at timestamptz,
  -- Why it failed, in words for the person.
  failure text,
  -- Where its link goes when it is done; null: to nobody.
  email text,
  mail_state text check (mail_state in ('WAITING', 'SENDING', 'SENT', 'FAILED')),
  -- How often it was asked for: part of the mail's name, so that a mail server takes no mail twice.
  mails integer not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  -- The classes that the person was limited to when it was made, until then when it was ordered; null: to none.
  class_ids bigint[],
  finished_at timestamptz,
  -- From then on its files are gone, and where it was mailed to.
  expires_at timestamptz,
  primary key (school_id, id),
  check ((email is null) = (mail_state is null)),
  check ((state in ('DONE', 'FAILED', 'CANCELLED')) = (finished_at is not null)),
  check ((state = 'FAILED') = (failure is not null)),
  check ((state = 'RUNNING') = (run is not null))
);
create index document_jobs_mine on document_jobs (school_id, created_by, kind, id desc);

create table document_job_files (
  school_id bigint not null references schools (id),
  job_id bigint not null,
  format text not null check (format in ('PDF', 'XLSX', 'CSV', 'JSON')),
  file_id uuid not null,
  -- What it is saved as.
  name text not null check (name <> ''),
  primary key (school_id, job_id, format),
  unique (school_id, file_id),
  foreign key (school_id, job_id) references document_jobs (school_id, id) on delete cascade,
  foreign key (school_id, file_id) references files (school_id, id)
);

-- The jobs of all schools that somebody has to look after. Global, because who looks is of no school; it holds nothing but the way to
-- them.
create table document_queue (
  school_id bigint not null references schools (id),
  job_id bigint not null,
  -- It is made, and its mail is to be sent.
  mailing boolean not null default false,
  primary key (school_id, job_id),
  foreign key (school_id, job_id) references document_jobs (school_id, id) on delete cascade
);

-- The layout of a school's certificates: a tree of the nodes that the editor knows, with the fields it asks for.
create sequence certificate_format_ids;
create table certificate_formats (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('certificate_format_ids'),
  name text not null check (name <> ''),
  format jsonb not null check (jsonb_typeof(format) = 'object'),
  -- [{ name, sr }]
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array'),
  -- One more with every change.
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by_name text not null,
  deleted_at timestamptz,
  primary key (school_id, id)
);
create unique index certificate_formats_name on certificate_formats (school_id, lower(name)) where deleted_at is null;

-- The last serial number of a school's certificates: counted up with the certificate, so that there is no gap and no repeat. A school
-- that comes from a paper register starts with another number than 1.
create table certificate_counters (
  school_id bigint not null references schools (id),
  first_serial integer not null default 1 check (first_serial > 0),
  last_serial integer not null,
  primary key (school_id),
  check (last_serial >= first_serial - 1)
);

-- The register of what was issued. A certificate keeps the layout and the values it was issued with.
create sequence certificate_ids;
create table certificates (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('certificate_ids'),
  serial integer not null check (serial > 0),
  -- 0 is the original; its duplicates are counted from 1 and carry its serial.
  copy integer not null default 0 check (copy >= 0),
  student_id bigint not null,
  term_id bigint not null,
  format_id bigint not null,
  format jsonb not null,
  -- By the field's name, each as it is printed.
  "values" jsonb not null check (jsonb_typeof("values") = 'object'),
  student_name text not null,
  register_no text not null default '',
  -- '7-B', as the student sat in the term.
  section_name text not null default '',
  -- Behind the code on the paper: 128 random bits and the school's number in front.
  token text not null,
  -- The head's of that day: who comes after signs no paper of before.
  signature_file uuid,
  -- Why a duplicate was asked for.
  reason text not null default '',
  issued_at timestamptz not null default now(),
  issued_by uuid not null,
  issued_by_name text not null,
  cancelled_at timestamptz,
  cancelled_by_name text,
  cancel_reason text,
  primary key (school_id, id),
  unique (school_id, serial, copy),
  check ((cancelled_at is null) = (cancelled_by_name is null) and (cancelled_at is null) = (cancel_reason is null)),
  check ((copy = 0) = (reason = '')),
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, term_id) references terms (school_id, id),
  foreign key (school_id, format_id) references certificate_formats (school_id, id),
  foreign key (school_id, signature_file) references files (school_id, id)
);
create index certificates_signature on certificates (school_id, signature_file) where signature_file is not null;
create unique index certificates_token on certificates (school_id, token);
-- A student has one original that stands.
create unique index certificates_one_original on certificates (school_id, student_id) where copy = 0 and cancelled_at is null;
create index certificates_student on certificates (school_id, student_id);

-- How a school's ID cards look.
create sequence id_card_design_ids;
create table id_card_designs (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('id_card_design_ids'),
  name text not null check (name <> ''),
  holder text not null check (holder in ('STUDENT', 'STAFF')),
  layout text not null check (layout in ('CLASSIC', 'BAND', 'PORTRAIT')),
  -- null: the school's own colour.
  color text check (color ~ '^#[0-9a-f]{6}$'),
  -- What stands on the card besides photo and name, in this order.
  fields text[] not null default '{}',
  -- What stands on the back: whose it is, where to bring it when found.
  back_text text not null default '',
  valid_until date,
  signature boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create unique index id_card_designs_name on id_card_designs (school_id, holder, lower(name));

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'document_jobs', 'document_job_files', 'certificate_formats', 'certificate_counters', 'certificates', 'id_card_designs'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- What was issued is never rewritten or removed; it can be cancelled.
revoke update, delete on certificates from shala_app;
grant update (cancelled_at, cancelled_by_name, cancel_reason) on certificates to shala_app;

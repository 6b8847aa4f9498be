-- Chat: the school with the families of a section, and with the family of one student.

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (
  purpose in (
    'school-logo', 'school-signature', 'student-photo', 'student-aadhar', 'user-photo', 'certificate-picture', 'document',
    'chat-attachment', 'legacy-import'
  )
);
-- What it is saved as; '' where its id is as good a name as any.
alter table files add column name text not null default '';

-- A conversation of a section, which its families read, or of one student, whose family writes too. Its messages keep it, and with it
-- the section or the student; without any it goes with them.
create sequence chat_thread_ids;
create table chat_threads (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('chat_thread_ids'),
  section_id bigint,
  student_id bigint,
  -- Nobody writes in it until it is opened again.
  closed_at timestamptz,
  closed_by_name text,
  last_message_id bigint,
  last_author text check (last_author in ('STAFF', 'FAMILY')),
  -- That of the message that was written or removed last: a page asks for what has a higher one.
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  check (num_nonnulls(section_id, student_id) = 1),
  check ((closed_at is null) = (closed_by_name is null)),
  check ((last_message_id is null) = (last_author is null)),
  constraint chat_threads_section unique (school_id, section_id),
  constraint chat_threads_student unique (school_id, student_id),
  foreign key (school_id, section_id) references sections (school_id, id) on delete cascade,
  foreign key (school_id, student_id) references students (school_id, id) on delete cascade
);
create index chat_threads_last on chat_threads (school_id, last_message_id desc) where last_message_id is not null;

-- Ids and versions follow the order of a thread: whoever writes holds its row.
create sequence chat_message_ids;
create sequence chat_versions;
create table chat_messages (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('chat_message_ids'),
  thread_id bigint not null,
  version bigint not null default nextval('chat_versions'),
  author text not null check (author in ('STAFF', 'FAMILY')),
  text text not null check (length(text) <= 4000),
  file_id uuid,
  written_by uuid not null,
  written_by_name text not null,
  written_by_role text not null check (written_by_role in ('SUPERADMIN', 'ADMIN', 'TEACHER', 'STUDENT')),
  at timestamptz not null default now(),
  -- From then on it is shown to nobody; it stays, for whoever has to look into it.
  removed_at timestamptz,
  removed_by_name text,
  removed_reason text,
  primary key (school_id, id),
  check (text <> '' or file_id is not null),
  check ((author = 'FAMILY') = (written_by_role = 'STUDENT')),
  check (num_nonnulls(removed_at, removed_by_name, removed_reason) in (0, 3)),
  unique (school_id, file_id),
  constraint chat_messages_thread foreign key (school_id, thread_id) references chat_threads (school_id, id),
  foreign key (school_id, file_id) references files (school_id, id)
);
create index chat_messages_of_thread on chat_messages (school_id, thread_id, id);
create index chat_messages_changed on chat_messages (school_id, thread_id, version);

-- How far somebody has read a thread.
create table chat_reads (
  school_id bigint not null references schools (id),
  thread_id bigint not null,
  subject uuid not null,
  last_read_id bigint not null,
  read_at timestamptz not null default now(),
  -- Has written in it: an admin hears of what follows.
  following boolean not null default false,
  primary key (school_id, thread_id, subject),
  foreign key (school_id, thread_id) references chat_threads (school_id, id) on delete cascade
);
create index chat_reads_following on chat_reads (school_id, subject, thread_id) where following;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['chat_threads', 'chat_messages', 'chat_reads'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- What was written is never rewritten and never goes; an admin can keep it from being shown.
revoke update, delete on chat_messages from shala_app;
grant update (version, removed_at, removed_by_name, removed_reason) on chat_messages to shala_app;
revoke delete on chat_threads, chat_reads from shala_app;

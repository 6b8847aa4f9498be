-- Students brought over from the previous system.

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (
  purpose in (
    'school-logo', 'school-signature', 'student-photo', 'student-aadhar', 'user-photo', 'certificate-picture', 'document',
    'chat-attachment', 'legacy-import'
  )
);

-- Terms of before the school came here are added after the ones that it has: their ids say nothing of their place in time.
alter table terms add column past boolean not null default false;

-- One file of the previous system, and what became of it.
create sequence legacy_import_ids;
create table legacy_imports (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('legacy_import_ids'),
  file_name text not null check (file_name <> ''),
  -- Held until it was read; then its children's data stand in the school or nowhere.
  file_id uuid,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  step text not null default 'READING' check (step in ('READING', 'CHECKING', 'STORING')),
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= 0),
  -- The run that has it now. Whoever finds that it has another one was given up for dead, and stores nothing.
  run uuid,
  starts integer not null default 0,
  -- Its run was alive then.
  beat_at timestamptz,
  -- Why nothing came in, in words for the person.
  failure text,
  -- [{ row, column, value, message }], the first of them
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  problem_count integer not null default 0 check (problem_count >= 0),
  -- What came in: counts, and by term.
  report jsonb,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  finished_at timestamptz,
  primary key (school_id, id),
  foreign key (school_id, file_id) references files (school_id, id),
  check ((state in ('DONE', 'FAILED')) = (finished_at is not null)),
  check ((state in ('DONE', 'FAILED')) = (file_id is null)),
  check ((state = 'DONE') = (report is not null)),
  check ((state = 'FAILED') = (failure is not null)),
  check ((state = 'RUNNING') = (run is not null))
);
create unique index legacy_imports_one_at_once on legacy_imports (school_id) where state in ('QUEUED', 'RUNNING');

-- The imports of all schools that somebody has to look after. Global, because who looks is of no school; it holds nothing but the way
-- to them.
create table legacy_queue (
  school_id bigint not null references schools (id),
  import_id bigint not null,
  primary key (school_id, import_id),
  foreign key (school_id, import_id) references legacy_imports (school_id, id) on delete cascade
);

-- Who a student was in the previous system: by this a file that comes again adds nobody twice.
create table legacy_students (
  school_id bigint not null references schools (id),
  legacy_id text not null check (legacy_id <> ''),
  student_id bigint not null,
  import_id bigint not null,
  primary key (school_id, legacy_id),
  unique (school_id, student_id),
  foreign key (school_id, student_id) references students (school_id, id) on delete cascade,
  foreign key (school_id, import_id) references legacy_imports (school_id, id)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['legacy_imports', 'legacy_students'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- What came in is kept.
revoke delete on legacy_imports from shala_app;

-- What each import has added, so that it can be taken back while nothing stands on it.
create sequence import_ids;
create table imports (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('import_ids'),
  kind text not null check (kind in ('teachers', 'sections', 'students')),
  row_ids bigint[] not null,
  -- Classes that were created for the sections of a file.
  class_ids bigint[] not null default '{}',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (school_id, id)
);

alter table imports enable row level security;
alter table imports force row level security;
create policy tenant on imports using (school_id = current_school()) with check (school_id = current_school());

-- Discipline: what students did well and badly, with points.

create sequence incident_type_ids;
create table incident_types (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('incident_type_ids'),
  -- As long as one value of a message may be.
  name text not null check (length(name) between 1 and 30),
  -- What an incident of it starts with; the incident keeps its own.
  points smallint not null check (points between -100 and 100),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id)
);
create unique index incident_types_name on incident_types (school_id, lower(name)) where deleted_at is null;

create sequence incident_ids;
create table incidents (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('incident_ids'),
  term_id bigint not null,
  -- Where the student sat when it was recorded.
  section_id bigint not null,
  student_id bigint not null,
  incident_type_id bigint not null,
  day date not null,
  points smallint not null check (points between -100 and 100),
  note text not null default '' check (length(note) <= 1000),
  action_taken text not null default '' check (length(action_taken) <= 500),
  -- Whether the guardians are told.
  notify boolean not null default false,
  -- One more with every change: who changes what somebody else has changed meanwhile is told so.
  version integer not null default 1 check (version > 0),
  recorded_at timestamptz not null default now(),
  recorded_by uuid not null,
  recorded_by_name text not null,
  changed_at timestamptz,
  changed_by_name text,
  deleted_at timestamptz,
  deleted_by_name text,
  delete_reason text,
  primary key (school_id, id),
  check (day <= (coalesce(changed_at, recorded_at) at time zone 'Asia/Kolkata')::date),
  check ((changed_at is null) = (changed_by_name is null)),
  check ((deleted_at is null) = (deleted_by_name is null) and (deleted_at is null) = (delete_reason is null)),
  foreign key (school_id, term_id, section_id) references sections (school_id, term_id, id),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id),
  foreign key (school_id, incident_type_id) references incident_types (school_id, id)
);
create index incidents_term on incidents (school_id, term_id, day desc, id desc) where deleted_at is null;
create index incidents_student on incidents (school_id, student_id, term_id);
create index incidents_section on incidents (school_id, section_id);
create index incidents_type on incidents (school_id, incident_type_id);

-- When somebody said that the guided first set-up is not to be shown any more.
alter table schools add column setup_hidden_at timestamptz;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['incident_types', 'incidents'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- What was recorded is marked as deleted and stays, with who it is about and who recorded it.
revoke update, delete on incidents from shala_app;
grant update (
  incident_type_id, day, points, note, action_taken, notify, version, changed_at, changed_by_name, deleted_at, deleted_by_name,
  delete_reason
) on incidents to shala_app;
revoke delete on incident_types from shala_app;

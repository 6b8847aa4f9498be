-- The page of the day: registers that were asked for, families that know of an absence, and the figures by which schools are compared.

-- When a register that was not taken was last asked for. One row for each register of the timetable, of the last day it was asked on.
create sequence register_nudge_ids;
create table register_nudges (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('register_nudge_ids'),
  section_id bigint not null,
  session text not null check (session in ('DAY', 'MORNING', 'AFTERNOON', 'SUBJECT')),
  subject_id bigint,
  starts time,
  day date not null,
  asked_at timestamptz not null default now(),
  asked_by uuid not null,
  asked_by_name text not null,
  primary key (school_id, id),
  check ((session = 'SUBJECT') = (starts is not null) and (session = 'SUBJECT') = (subject_id is not null)),
  foreign key (school_id, section_id) references sections (school_id, id) on delete cascade,
  foreign key (school_id, subject_id) references subjects (school_id, id) on delete cascade
);
create unique index register_nudges_once on register_nudges (school_id, section_id, session, subject_id, starts) nulls not distinct;
create index register_nudges_day on register_nudges (school_id, day);

-- The family of an absent student knows, because somebody has talked to it.
create sequence told_family_ids;
create table told_families (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('told_family_ids'),
  day date not null,
  student_id bigint not null,
  told_at timestamptz not null default now(),
  told_by uuid not null,
  told_by_name text not null,
  primary key (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id)
);
create unique index told_families_once on told_families (school_id, day, student_id);
create index told_families_student on told_families (school_id, student_id);

-- The figures of a school as a job counted them last: numbers, nothing of a person.
create sequence school_figure_ids;
create table school_figures (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('school_figure_ids'),
  counted_at timestamptz not null,
  -- The day of all that is about today.
  day date not null,
  students integer not null check (students >= 0),
  -- Marks of the last register of each section; sections that expect one, and those where one was taken.
  present integer not null check (present >= 0),
  absent integer not null check (absent >= 0),
  sections integer not null check (sections >= 0),
  sections_taken integer not null check (sections_taken >= 0),
  -- Paise.
  collected_today bigint not null,
  collected_term bigint not null,
  overdue bigint not null,
  open_days integer not null check (open_days >= 0),
  primary key (school_id, id)
);
create unique index school_figures_once on school_figures (school_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['register_nudges', 'told_families', 'school_figures'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

-- The one table of schools that the installation (school 0) may read across schools. Only actions on the installation run there.
create policy compared on school_figures for select using (current_school() = 0);

-- Teachers are asked on their devices for a register. The constraints are not validated: every older row passed a narrower one.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'CHAT', 'APPROVAL', 'REGISTER'
  )
) not valid;
alter table message_kinds drop constraint message_kinds_kind_check;
alter table message_kinds add constraint message_kinds_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'CHAT', 'APPROVAL', 'REGISTER'
  )
) not valid;

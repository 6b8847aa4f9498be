-- Remarks of report cards: the school's own list, in three languages, and those that stand for a student (decisions/0090).

create sequence remark_ids;
create table remarks (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('remark_ids'),
  kind text not null check (kind in ('GENERAL', 'PROGRESS', 'INTERESTS', 'IMPROVEMENT')),
  en text not null check (length(en) <= 300),
  hi text not null check (length(hi) <= 300),
  mr text not null check (length(mr) <= 300),
  -- For whom it is proposed; null for a remark that is only chosen by hand.
  rule_on text check (rule_on in ('TOTAL', 'SUBJECT', 'ATTENDANCE', 'FAILED')),
  -- A subject by its name; '' for any.
  rule_subject text not null default '' check (length(rule_subject) <= 100),
  -- Hundredths of a per cent: from the first, below the second.
  rule_from integer not null default 0 check (rule_from between 0 and 10000),
  rule_to integer not null default 10000 check (rule_to between 0 and 10000),
  version integer not null default 1 check (version > 0),
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (school_id, id),
  check (en <> '' or hi <> '' or mr <> ''),
  check (rule_from < rule_to)
);

-- The remarks of a student in a part of the scheme, or in the year where part is ''. Texts are copied, so that a change
-- of the list changes no card.
create table student_remarks (
  school_id bigint not null references schools (id),
  term_id bigint not null,
  student_id bigint not null,
  part text not null check (length(part) <= 60),
  remarks jsonb not null check (jsonb_typeof(remarks) = 'array'),
  version integer not null check (version > 0),
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (school_id, term_id, student_id, part),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id)
);
create index student_remarks_student on student_remarks (school_id, student_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['remarks', 'student_remarks'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

-- The examination after the result: second scores of students who are examined again, and every change of one
-- (decisions/0103).

-- Marks out of those of the subject's pattern, or AB. A score that is taken back has no row.
create table reexamination_scores (
  school_id bigint not null references schools (id),
  assessed_subject_id bigint not null,
  student_id bigint not null,
  term_id bigint not null,
  -- In hundredths.
  marks integer check (marks between 0 and 100000),
  code text check (code = 'AB'),
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (school_id, assessed_subject_id, student_id),
  check ((marks is null) <> (code is null)),
  foreign key (school_id, assessed_subject_id) references assessed_subjects (school_id, id),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id)
);
create index reexamination_scores_student on reexamination_scores (school_id, student_id, term_id);

create sequence reexamination_change_ids;
create table reexamination_changes (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('reexamination_change_ids'),
  assessed_subject_id bigint not null,
  student_id bigint not null,
  -- Null where there was none.
  was_marks integer,
  was_code text check (was_code = 'AB'),
  marks integer,
  code text check (code = 'AB'),
  -- Why it was changed after it was published; '' before.
  reason text not null default '' check (length(reason) <= 200),
  at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (school_id, id),
  foreign key (school_id, assessed_subject_id) references assessed_subjects (school_id, id) on delete cascade,
  foreign key (school_id, student_id) references students (school_id, id)
);
create index reexamination_changes_cell on reexamination_changes (school_id, assessed_subject_id, student_id, id);
create index reexamination_changes_student on reexamination_changes (school_id, student_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['reexamination_scores', 'reexamination_changes'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- A reason may name its student, and is overwritten when the student is erased.
revoke update on reexamination_changes from shala_app;
grant update (reason) on reexamination_changes to shala_app;

-- Cards of students who were examined again, besides those of their section.
alter table result_publications add column supplementary boolean not null default false;

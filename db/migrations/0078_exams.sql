-- Exams: the schemes of a school, and by which of them a class is assessed in which subjects (decisions/0082, 0083).

-- One document a row, as `scheme.schema.ts` checks it. A scheme that a class uses is never changed: the change is a row
-- of its own, and the one before is replaced. first_id is the first row of the scheme.
create sequence assessment_scheme_ids;
create table assessment_schemes (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('assessment_scheme_ids'),
  first_id bigint not null,
  -- Counts every change, also one in place, so that whoever has seen an older one is told.
  version integer not null default 1 check (version > 0),
  replaced boolean not null default false,
  name text not null check (length(name) between 1 and 100),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- The ready scheme from which it comes, such as cbse-6-8.
  copied_from text not null check (length(copied_from) between 1 and 40),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (school_id, id),
  unique (school_id, first_id, version),
  check (content->>'name' = name),
  foreign key (school_id, first_id) references assessment_schemes (school_id, id)
);
create unique index assessment_schemes_name on assessment_schemes (school_id, lower(name)) where not replaced;
create unique index assessment_schemes_newest on assessment_schemes (school_id, first_id) where not replaced;

-- How a class is assessed. It goes with the class.
create table class_assessments (
  school_id bigint not null references schools (id),
  class_id bigint not null,
  term_id bigint not null,
  scheme_id bigint not null,
  -- The class of the scheme that it is: schools write 7, VII or Std 7.
  scheme_class text not null check (length(scheme_class) between 1 and 60),
  -- Counts the changes of scheme and subjects.
  version integer not null check (version > 0),
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (school_id, class_id),
  foreign key (school_id, term_id, class_id) references classes (school_id, term_id, id) on delete cascade,
  foreign key (school_id, scheme_id) references assessment_schemes (school_id, id)
);
create index class_assessments_scheme on class_assessments (school_id, scheme_id);

create sequence assessed_subject_ids;
create table assessed_subjects (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('assessed_subject_ids'),
  class_id bigint not null,
  -- Its place in the list, from 1.
  sr integer not null check (sr between 1 and 50),
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('COUNTED', 'OPTIONAL', 'GRADES_ONLY')),
  pattern text not null check (length(pattern) between 1 and 60),
  -- Subjects of one group can pass together; '' for none.
  subject_group text not null default '' check (length(subject_group) <= 60),
  -- Names of counted subjects of the class.
  replaces text[] not null default '{}' check (cardinality(replaces) <= 20),
  primary key (school_id, id),
  check (kind = 'OPTIONAL' or replaces = '{}'),
  foreign key (school_id, class_id) references class_assessments (school_id, class_id) on delete cascade
);
create unique index assessed_subjects_name on assessed_subjects (school_id, class_id, lower(name));

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['assessment_schemes', 'class_assessments', 'assessed_subjects'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

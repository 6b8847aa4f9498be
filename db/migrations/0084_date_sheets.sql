-- Exams with their date sheets: which paper a class or some of its sections write on which day (decisions/0092).

create sequence exam_ids;
create table exams (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('exam_ids'),
  term_id bigint not null,
  name text not null check (length(name) between 1 and 100),
  -- The part of a scheme whose marks it gives; '' for none.
  part text not null default '' check (length(part) <= 60),
  instructions text not null default '' check (length(instructions) <= 2000),
  -- Counts the changes of the exam and its papers.
  version integer not null default 1 check (version > 0),
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  -- Families see an exam from its announcement on.
  announced_at timestamptz,
  announced_by_name text,
  -- The version and the papers that were announced last, with which later changes are compared.
  announced_version integer,
  announced_papers jsonb check (jsonb_typeof(announced_papers) = 'array'),
  primary key (school_id, id),
  unique (school_id, term_id, id),
  check (num_nulls(announced_at, announced_by_name, announced_version, announced_papers) in (0, 4)),
  check (announced_version <= version),
  foreign key (school_id, term_id) references terms (school_id, id)
);
create unique index exams_name on exams (school_id, term_id, lower(name));

-- A paper goes with its class: a class without sections has nobody to write it.
create sequence exam_paper_ids;
create table exam_papers (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('exam_paper_ids'),
  term_id bigint not null,
  exam_id bigint not null,
  class_id bigint not null,
  subject text not null check (length(subject) between 1 and 100),
  day date not null,
  starts time not null,
  ends time not null,
  -- Whether all sections of the class write it, also those that come later.
  whole_class boolean not null,
  primary key (school_id, id),
  check (starts < ends),
  foreign key (school_id, term_id, exam_id) references exams (school_id, term_id, id) on delete cascade,
  foreign key (school_id, term_id, class_id) references classes (school_id, term_id, id) on delete cascade
);
create index exam_papers_exam on exam_papers (school_id, exam_id);
create index exam_papers_class on exam_papers (school_id, class_id, day);

-- The sections of a paper that is not for the whole class. One that was moved to another class no longer counts.
create table exam_paper_sections (
  school_id bigint not null references schools (id),
  paper_id bigint not null,
  section_id bigint not null,
  primary key (school_id, paper_id, section_id),
  foreign key (school_id, paper_id) references exam_papers (school_id, id) on delete cascade,
  foreign key (school_id, section_id) references sections (school_id, id)
);
create index exam_paper_sections_section on exam_paper_sections (school_id, section_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['exams', 'exam_papers', 'exam_paper_sections'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

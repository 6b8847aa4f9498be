-- Holistic progress cards: what teacher, child, classmates and family say of a student in a part (decisions/0101).

-- One document for each student, as holistic.schema.ts checks it. Statements and areas are those of the scheme, by number.
create table holistic_entries (
  school_id bigint not null references schools (id),
  term_id bigint not null,
  student_id bigint not null,
  part text not null check (length(part) between 1 and 60),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  version integer not null check (version > 0),
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (school_id, term_id, student_id, part),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id)
);
create index holistic_entries_student on holistic_entries (school_id, student_id);

alter table holistic_entries enable row level security;
alter table holistic_entries force row level security;
create policy tenant on holistic_entries using (school_id = current_school()) with check (school_id = current_school());

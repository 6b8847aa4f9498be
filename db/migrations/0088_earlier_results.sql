-- What students got in the school years before their school started with Shala, as files say it (decisions/0094).
create sequence earlier_result_ids;
create table earlier_results (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('earlier_result_ids'),
  student_id bigint not null,
  -- The year in which the school year begins: 2024 for 2024-25.
  year integer not null check (year between 1900 and 2200),
  -- The class in which the student was then, as the file has it.
  class_name text not null check (length(class_name) between 1 and 60),
  exam text not null check (length(exam) between 1 and 60),
  -- As the file has it, such as Passed; '' for none.
  outcome text not null check (length(outcome) <= 60),
  -- [{ subject, marks, outOf, grade }] in the order of the file; marks are hundredths, a code such as AB, or null.
  subjects jsonb not null check (jsonb_typeof(subjects) = 'array' and jsonb_array_length(subjects) between 1 and 50),
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  primary key (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id) on delete cascade
);
create unique index earlier_results_exam on earlier_results (school_id, student_id, year, lower(exam));
alter table earlier_results enable row level security;
alter table earlier_results force row level security;
create policy tenant on earlier_results using (school_id = current_school()) with check (school_id = current_school());

-- Not validated: every older row passed a narrower one.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (
  kind in ('teachers', 'sections', 'students', 'openingDues', 'photos', 'earlierResults')
) not valid;

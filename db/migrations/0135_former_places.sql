-- The days on which a student is in a section, so that a register asks for those who were there that day (decisions/0136).
-- An enrolment says where the student is now, and since when: null stands for the beginning of the term.
alter table enrolments add column from_day date;

-- Where a student was before in the same term. The days of a student's places never overlap.
create sequence former_place_ids;
create table former_places (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('former_place_ids'),
  term_id bigint not null,
  student_id bigint not null,
  section_id bigint not null,
  roll text not null,
  roll_sort bigint not null generated always as (case when roll ~ '^[0-9]+$' then roll::bigint else 1000000000000 end) stored,
  from_day date,
  until_day date not null,
  primary key (school_id, id),
  constraint former_places_days check (from_day <= until_day),
  constraint former_places_once unique (school_id, term_id, student_id, until_day),
  constraint former_places_enrolment foreign key (school_id, term_id, student_id)
    references enrolments (school_id, term_id, student_id) on delete cascade,
  constraint former_places_section foreign key (school_id, term_id, section_id)
    references sections (school_id, term_id, id) on delete cascade
);
create index former_places_section on former_places (school_id, section_id, until_day);
alter table former_places enable row level security;
alter table former_places force row level security;
create policy tenant on former_places using (school_id = current_school()) with check (school_id = current_school());
-- The planner is told that a term is of a school (decisions/0130).
create statistics former_places_of_term (dependencies) on school_id, term_id from former_places;

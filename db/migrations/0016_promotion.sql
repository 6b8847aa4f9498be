-- Promotion: what is moved to the new term, batch by batch, and what each has written, so that it can be taken back.

create sequence promotion_ids;
create table promotions (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('promotion_ids'),
  kind text not null check (kind in ('SECTIONS', 'STUDENTS')),
  -- null once the term was deleted; its name stays.
  from_term_id bigint,
  from_term_name text not null,
  to_term_id bigint,
  to_term_name text not null,
  -- What was chosen besides the sections: of SECTIONS what comes with them, of STUDENTS the rolls and the fee categories.
  options jsonb not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'REVERSED')),
  -- The run that has it now. Whoever finds that it has another one was given up for dead, and writes nothing.
  run uuid,
  -- How often a run began since the last part was done.
  starts integer not null default 0,
  beat_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  created_by_role text not null,
  finished_at timestamptz,
  reversed_at timestamptz,
  reversed_by_name text,
  primary key (school_id, id),
  check ((state = 'RUNNING') = (run is not null)),
  check ((state in ('DONE', 'FAILED', 'REVERSED')) = (finished_at is not null)),
  check ((state = 'REVERSED') = (reversed_at is not null) and (reversed_at is null) = (reversed_by_name is null)),
  foreign key (school_id, from_term_id) references terms (school_id, id) on delete set null (from_term_id),
  foreign key (school_id, to_term_id) references terms (school_id, id) on delete set null (to_term_id)
);
-- A school has one under way at a time.
create unique index promotions_one on promotions (school_id) where state in ('QUEUED', 'RUNNING');
create index promotions_terms on promotions (school_id, from_term_id, to_term_id);
create index promotions_to on promotions (school_id, to_term_id);

-- The parts of a batch, each carried out in a transaction of its own: the fee categories that come along, one section to be
-- made, or the students of one section to be moved.
create sequence promotion_part_ids;
create table promotion_sections (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('promotion_part_ids'),
  promotion_id bigint not null,
  kind text not null check (kind in ('FEES', 'SECTION', 'STUDENTS')),
  -- null once the section was deleted.
  section_id bigint,
  -- '7-A', as it was called in the previous term; of FEES 'Fees Categories'.
  title text not null,
  -- Where it goes: of SECTION the names to be made, and the section once it is there.
  class_name text not null default '',
  section_name text not null default '',
  target_section_id bigint,
  target_title text not null default '',
  teacher_ids bigint[] not null default '{}',
  -- Students who are kept back.
  staying_ids bigint[] not null default '{}',
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED', 'REVERSED')),
  -- Students moved, or sections or fee categories made.
  count integer not null default 0 check (count >= 0),
  -- What was said of it.
  message text not null default '',
  primary key (school_id, id),
  unique (school_id, promotion_id, id),
  check (kind <> 'STUDENTS' or target_title <> ''),
  foreign key (school_id, promotion_id) references promotions (school_id, id),
  foreign key (school_id, section_id) references sections (school_id, id) on delete set null (section_id),
  foreign key (school_id, target_section_id) references sections (school_id, id) on delete set null (target_section_id)
);
create unique index promotion_sections_once on promotion_sections (school_id, promotion_id, section_id);
create index promotion_sections_section on promotion_sections (school_id, section_id);
create index promotion_sections_target on promotion_sections (school_id, target_section_id);

-- What a part has written, or cleared: the ids of rows of one table, for tables that link two rows the ids of both. No foreign
-- keys: it says what a reversal takes away, and after it these rows are gone.
create sequence promotion_row_ids;
create table promotion_rows (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('promotion_row_ids'),
  promotion_id bigint not null,
  -- null: of the batch itself, before its first part.
  part_id bigint,
  change text not null check (change in ('ADDED', 'CLEARED')),
  table_name text not null,
  ids bigint[] not null,
  -- The other half of a link: teacher, admin, or student; of enrolments the student.
  other_ids bigint[],
  -- Rolls of enrolments, as they were written.
  texts text[],
  primary key (school_id, id),
  unique nulls not distinct (school_id, promotion_id, part_id, change, table_name),
  foreign key (school_id, promotion_id) references promotions (school_id, id),
  foreign key (school_id, promotion_id, part_id) references promotion_sections (school_id, promotion_id, id),
  check (other_ids is null or cardinality(other_ids) = cardinality(ids)),
  check (texts is null or cardinality(texts) = cardinality(ids))
);

-- The batches of all schools that somebody has to carry out. Global, because who looks is of no school; it holds nothing but the
-- way to them.
create table promotion_queue (
  school_id bigint not null references schools (id),
  promotion_id bigint not null,
  primary key (school_id, promotion_id),
  foreign key (school_id, promotion_id) references promotions (school_id, id)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['promotions', 'promotion_sections', 'promotion_rows'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- What was promoted stays written.
revoke delete on promotions, promotion_sections, promotion_rows from shala_app;
revoke update on promotion_rows from shala_app;

-- Takes away the fee categories and fees that a batch has carried over, and nothing else: otherwise they are never deleted, but
-- only leave every list. What stands on them is held by their foreign keys.
create function delete_carried_fees(promotion bigint) returns void language sql security definer set search_path = public, pg_temp
  as $$
    delete from fees using promotion_rows r, promotions p
    where r.school_id = current_school() and r.promotion_id = promotion and r.change = 'ADDED' and r.table_name = 'fees'
      and p.school_id = r.school_id and p.id = r.promotion_id and p.state in ('DONE', 'FAILED')
      and fees.school_id = r.school_id and fees.id = any (r.ids);
    delete from fee_categories using promotion_rows r, promotions p
    where r.school_id = current_school() and r.promotion_id = promotion and r.change = 'ADDED' and r.table_name = 'fee_categories'
      and p.school_id = r.school_id and p.id = r.promotion_id and p.state in ('DONE', 'FAILED')
      and fee_categories.school_id = r.school_id and fee_categories.id = any (r.ids);
  $$;
revoke all on function delete_carried_fees(bigint) from public;
grant execute on function delete_carried_fees(bigint) to shala_app;

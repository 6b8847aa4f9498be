-- Scores: what students got in the tests of a class's assessed subjects, every change of one, and which are locked
-- (decisions/0085).

-- One score: marks or a code. A score that is taken back has no row. Part, component and test are those of the scheme,
-- which is changed only as far as every score keeps its place.
create table scores (
  school_id bigint not null references schools (id),
  assessed_subject_id bigint not null,
  part text not null check (length(part) between 1 and 60),
  component text not null check (length(component) between 1 and 60),
  -- Counts the tests of the component in the part, from 1.
  test integer not null check (test between 1 and 50),
  student_id bigint not null,
  term_id bigint not null,
  -- In hundredths; points of a grade without marks too.
  marks integer check (marks between 0 and 100000),
  code text check (code in ('AB', 'ML', 'EX')),
  changed_at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  -- The scores of a column stand together, as they are entered and read.
  primary key (school_id, assessed_subject_id, part, component, test, student_id),
  check ((marks is null) <> (code is null)),
  foreign key (school_id, assessed_subject_id) references assessed_subjects (school_id, id),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id)
);
create index scores_student on scores (school_id, student_id, term_id);

-- Each time a score was entered, changed or taken back. It goes with its student, or with a subject that has no scores.
create sequence score_change_ids;
create table score_changes (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('score_change_ids'),
  assessed_subject_id bigint not null,
  part text not null,
  component text not null,
  test integer not null,
  student_id bigint not null,
  -- Null where there was none.
  was_marks integer,
  was_code text check (was_code in ('AB', 'ML', 'EX')),
  marks integer,
  code text check (code in ('AB', 'ML', 'EX')),
  -- Why it was changed after its sheet was locked; '' before.
  reason text not null default '' check (length(reason) <= 200),
  at timestamptz not null default now(),
  changed_by uuid not null,
  changed_by_name text not null,
  primary key (school_id, id),
  foreign key (school_id, assessed_subject_id) references assessed_subjects (school_id, id) on delete cascade,
  foreign key (school_id, student_id) references students (school_id, id)
);
create index score_changes_cell on score_changes (school_id, assessed_subject_id, student_id, id);
create index score_changes_student on score_changes (school_id, student_id);

-- Sheets that the office has locked: a subject of a section in a part. After that a score is changed with a reason.
create table score_locks (
  school_id bigint not null references schools (id),
  section_id bigint not null,
  assessed_subject_id bigint not null,
  part text not null check (length(part) between 1 and 60),
  locked_at timestamptz not null default now(),
  locked_by uuid not null,
  locked_by_name text not null,
  primary key (school_id, section_id, assessed_subject_id, part),
  foreign key (school_id, section_id) references sections (school_id, id) on delete cascade,
  foreign key (school_id, assessed_subject_id) references assessed_subjects (school_id, id) on delete cascade
);
create index score_locks_subject on score_locks (school_id, assessed_subject_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['scores', 'score_changes', 'score_locks'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
revoke update on score_changes from shala_app;

-- As in 0066, and reasons of changed scores, which may name the student.
create or replace function erase_locked_rows(school bigint, student bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      erased students%rowtype;
      called text := 'Erased student ' || student;
    begin
      select * into erased from students s where s.school_id = school and s.id = student and s.erased_at is not null;
      if not found or school is distinct from current_school() then
        raise exception 'These are not the rows of a student of this school who is being erased.';
      end if;

      update payments p
        set student_name = called, register_no = '', delete_reason = case when p.deleted_at is null then null else '' end
        where p.school_id = school and p.student_id = student;
      update collected_lines l
        set comment = '', delete_reason = case when l.deleted_at is null then null else '' end
        where l.school_id = school and l.student_id = student;
      update refunds r
        set student_name = called, register_no = '', reason = '', cancel_reason = case when r.cancelled_at is null then null else '' end
        where r.school_id = school and r.student_id = student;
      update mark_changes c set note = '' where c.school_id = school and c.student_id = student;
      update score_changes c set reason = '' where c.school_id = school and c.student_id = student;
      update message_events e set detail = ''
        where e.school_id = school
          and e.message_id in (select m.message_id from message_students m where m.school_id = school and m.student_id = student);
      -- What was written to chosen students stays while one of them does.
      update message_batches b set text = ''
        where b.school_id = school and b.student_ids @> array[student]
          and not exists (
            select from students s where s.school_id = school and s.id = any (b.student_ids) and s.erased_at is null
          );

      update online_order_lines l set student_name = called where l.school_id = school and l.student_id = student;
      -- Who has paid is known as long as one of the children that were paid for.
      update online_order_events e set text = replace(e.text, o.payer_name, 'Erased')
        from online_orders o
        where e.school_id = school and o.school_id = school and o.id = e.order_id and o.payer_name <> ''
          and o.id in (select l.order_id from online_order_lines l where l.school_id = school and l.student_id = student)
          and not exists (
            select from online_order_lines l join students s on s.school_id = l.school_id and s.id = l.student_id
            where l.school_id = school and l.order_id = o.id and s.erased_at is null
          );
      update online_orders o set payer_name = 'Erased', payer_phone = '', payer_email = ''
        where o.school_id = school
          and o.id in (select l.order_id from online_order_lines l where l.school_id = school and l.student_id = student)
          and not exists (
            select from online_order_lines l join students s on s.school_id = l.school_id and s.id = l.student_id
            where l.school_id = school and l.order_id = o.id and s.erased_at is null
          );
      -- The link of a phone is that of its last child.
      update guardian_links g
        set phone = '0000000000', revoked_at = least(g.revoked_at, now()),
          revoked_by = coalesce(g.revoked_by, '00000000-0000-0000-0000-000000000000'),
          revoked_by_name = coalesce(g.revoked_by_name, 'Erasure')
        where g.school_id = school and g.phone = erased.phone
          and not exists (
            select from students s where s.school_id = school and s.phone = erased.phone and s.erased_at is null
          );

      delete from chat_messages m
        where m.school_id = school
          and m.thread_id in (select t.id from chat_threads t where t.school_id = school and t.student_id = student);
      delete from chat_threads t where t.school_id = school and t.student_id = student;
      delete from chat_reads r where r.school_id = school and r.subject = erased.subject;
      -- What the guardians have read, unless the phone is that of a sister or a brother too.
      delete from chat_reads r
        where r.school_id = school
          and r.subject in (
            select guardian_subject(given.phone) from unnest(erased.phones || erased.phone) given (phone)
            where not exists (
              select from students s
              where s.school_id = school and s.erased_at is null and given.phone = any (s.phones || s.phone)
            )
          );
    end
  $$;

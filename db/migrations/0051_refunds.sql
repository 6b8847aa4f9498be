-- Money that a school gives back, on a voucher with its own numbers, and payments that were moved to the right student.
create table refund_counters (
  school_id bigint not null references schools (id),
  year text not null,
  last bigint not null check (last > 0),
  primary key (school_id, year)
);

create sequence refund_ids;
create table refunds (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('refund_ids'),
  term_id bigint not null,
  student_id bigint not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  -- How it was paid back, and the number by which the bank or the gateway finds it.
  mode text not null check (mode in ('CASH', 'UPI', 'CHEQUE', 'BANK', 'ONLINE')),
  reference text not null default '',
  reason text not null,
  -- The day on which it counts, in the school's time; created_at says when it was entered.
  refunded_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  refund_year text not null,
  refund_prefix text not null,
  refund_no bigint not null check (refund_no > 0),
  -- As printed on the voucher: a reprint says the same after the student has moved.
  student_name text not null,
  section_name text not null,
  roll text not null,
  register_no text not null,
  -- The request that printed the original; every later paper is a duplicate.
  original_key uuid,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancelled_by_name text,
  cancel_reason text,
  primary key (school_id, id),
  check ((mode = 'CASH') = (reference = '')),
  check ((cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancelled_by_name is null)
    and (cancelled_at is null) = (cancel_reason is null)),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id)
);
create unique index refunds_number on refunds (school_id, refund_no, refund_year);
create index refunds_day on refunds (school_id, term_id, refunded_on, id);
create index refunds_student on refunds (school_id, term_id, student_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['refund_counters', 'refunds'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- A refund is cancelled, not changed.
revoke delete, update on refunds from shala_app;
grant update (original_key, cancelled_at, cancelled_by, cancelled_by_name, cancel_reason) on refunds to shala_app;
revoke delete on refund_counters from shala_app;
create policy final_refund on refunds as restrictive for update to shala_app using (cancelled_at is null) with check (true);

-- The part of a refund on one fee is a line with a negative amount. Where the fee is not asked for again, a write-off of the same
-- amount belongs to the refund too. The constraints are not validated: the rows satisfied the dropped ones, which allow less.
alter table collected_lines
  add column refund_id bigint,
  drop constraint collected_lines_status_check,
  drop constraint collected_lines_amount_check,
  drop constraint collected_lines_without_payment;
alter table collected_lines
  add constraint collected_lines_status_check
    check (status in ('PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'WRITE_OFF', 'REFUND')) not valid,
  add constraint collected_lines_amount_check check (
    case status when 'REFUND' then amount between -1000000000000 and -1 else amount between 1 and 1000000000000 end
  ) not valid,
  add constraint collected_lines_without_payment
    check ((payment_id is null) = (status in ('DISCOUNT', 'WRITE_OFF', 'REFUND'))) not valid,
  add constraint collected_lines_refund check (
    (status <> 'REFUND' or refund_id is not null) and (refund_id is null or status in ('REFUND', 'WRITE_OFF'))
  ) not valid,
  add foreign key (school_id, refund_id) references refunds (school_id, id) not valid;

-- The deleted payment in whose place this one stands, for another student.
alter table payments add column moved_from bigint;
alter table payments add foreign key (school_id, moved_from) references payments (school_id, id) not valid;

-- As before, with refunds.
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
    end
  $$;

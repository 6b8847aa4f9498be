-- Privacy: the audit log as a list, how long a school keeps what, and the erasure of a student who has left.

alter table document_jobs drop constraint document_jobs_kind_check;
alter table document_jobs add constraint document_jobs_kind_check check (kind in ('REPORT', 'ID_CARDS', 'STUDENT_DATA'));
alter table document_job_files drop constraint document_job_files_format_check;
alter table document_job_files add constraint document_job_files_format_check
  check (format in ('PDF', 'XLSX', 'CSV', 'JSON', 'ZIP'));

-- How long a school keeps what, in days; null: as long as the school is here. A school without a row keeps things as long as every
-- school does by default. Money is kept always.
create table retention (
  school_id bigint primary key references schools (id),
  chat_days integer check (chat_days between 30 and 36500),
  message_days integer check (message_days between 90 and 36500),
  gate_days integer check (gate_days between 30 and 36500),
  incident_days integer check (incident_days between 365 and 36500),
  -- Of students who are disabled and had no new place for so long: what they sign in with.
  account_days integer check (account_days between 30 and 36500),
  document_days integer not null default 30 check (document_days between 1 and 30),
  audit_days integer check (audit_days between 365 and 36500),
  changed_at timestamptz not null default now(),
  changed_by_name text not null
);
alter table retention enable row level security;
alter table retention force row level security;
create policy tenant on retention using (school_id = current_school()) with check (school_id = current_school());
revoke delete on retention from shala_app;

-- From then on nothing says who the student was; the row stays for the money and the counts that stand on it.
alter table students add column erased_at timestamptz;

-- What these say of final rows binds the server. The two functions below are their owner's, and bound by what stands in them.
alter policy final_payment on payments to shala_app;
alter policy final_line on collected_lines to shala_app;
alter policy final_order on online_orders to shala_app;
alter policy final_surplus on online_surplus to shala_app;
alter policy final_link on guardian_links to shala_app;

-- Takes what says who a student was out of the rows that the server may not change: amounts, numbers, days and states stay. The
-- student is marked as erased by then, in the same transaction, and still has her phone and her account.
create function erase_locked_rows(school bigint, student bigint) returns void
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
        set phone = '0000000000', revoked_at = coalesce(g.revoked_at, now()),
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
revoke all on function erase_locked_rows(bigint, bigint) from public;
grant execute on function erase_locked_rows(bigint, bigint) to shala_app;

-- Removes what the server may not remove, once a school does not keep it any longer: at most so many rows, the oldest first. No
-- setting makes it younger than what stands here. It answers how many rows went, and the files that nobody holds any more.
create function forget_locked_rows(school bigint, what text, before timestamptz, most integer)
  returns table (gone integer, files uuid[])
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    declare
      youngest interval := case what when 'audit' then interval '365 days' when 'batches' then interval '90 days' else interval '30 days' end;
      threads bigint[];
    begin
      if school is distinct from current_school() or before > now() - youngest then
        raise exception 'This is kept for longer.';
      end if;
      files := '{}';
      if what = 'audit' then
        delete from audit_log a
          where a.school_id = school
            and a.id in (select o.id from audit_log o where o.school_id = school and o.at < before order by o.at limit most);
        get diagnostics gone = row_count;
      elsif what = 'batches' then
        update message_batches b set text = '' where b.school_id = school and b.created_at < before and b.text <> '';
        get diagnostics gone = row_count;
      elsif what = 'chat' then
        -- Whoever writes holds the thread.
        select array_agg(t.id) into threads
          from (
            select t.id from chat_threads t
            where t.school_id = school
              and exists (select from chat_messages m where m.school_id = school and m.thread_id = t.id and m.at < before)
            order by t.id limit most for update
          ) t;
        with forgotten as (
          delete from chat_messages m
            where m.school_id = school and m.thread_id = any (threads) and m.at < before
            returning m.file_id
        )
        select count(*), coalesce(array_agg(f.file_id) filter (where f.file_id is not null), '{}') into gone, files from forgotten f;
        update chat_threads t set last_message_id = l.id, last_author = l.author, version = l.version
          from (
            select t.id as thread_id, max(m.id) as id, (array_agg(m.author order by m.id desc))[1] as author,
              coalesce(max(m.version), 0) as version
            from unnest(threads) t (id) left join chat_messages m on m.school_id = school and m.thread_id = t.id
            group by t.id
          ) l
          where t.school_id = school and t.id = l.thread_id;
      else
        raise exception 'Nothing is called that.';
      end if;
      return next;
    end
  $$;
revoke all on function forget_locked_rows(bigint, text, timestamptz, integer) from public;
grant execute on function forget_locked_rows(bigint, text, timestamptz, integer) to shala_app;

-- A file of the previous system that comes again must not bring an erased student back. Nothing here says which row of students she was:
-- whoever has the file may learn that somebody in it was erased, and nothing of what stands in the school's books about her.
create table erased_legacy_ids (
  school_id bigint not null references schools (id),
  digest bytea not null check (length(digest) = 32),
  primary key (school_id, digest)
);
alter table erased_legacy_ids enable row level security;
alter table erased_legacy_ids force row level security;
create policy tenant on erased_legacy_ids using (school_id = current_school()) with check (school_id = current_school());
revoke update, delete on erased_legacy_ids from shala_app;

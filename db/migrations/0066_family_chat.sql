-- Guardians who are signed in by their phone read and write the conversations of their children.

-- Whom a phone is in conversations, where an account has its subject: chat_messages.written_by, chat_reads.subject.
create function guardian_subject(phone text) returns uuid language sql immutable parallel safe
  as $$ select md5('guardian ' || phone)::uuid $$;
revoke execute on function guardian_subject(text) from public;
grant execute on function guardian_subject(text) to shala_app;

-- The phone of the guardian who wrote; null for an account. The constraint is not validated: no older row has a phone.
alter table chat_messages add column written_by_phone text;
alter table chat_messages add constraint chat_messages_guardian
  check (written_by_phone is null or author = 'FAMILY' and written_by = md5('guardian ' || written_by_phone)::uuid) not valid;

-- As before, and takes what the student's guardians have read.
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

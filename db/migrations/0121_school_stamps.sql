-- Of which state the sums are that a process may keep of a school: a transaction that changes a table they depend on puts
-- a new stamp, so a read that finds the stamp of the sums has proved them (decisions/0125). The database puts it, so that
-- cascades and functions with the owner's rights put it too. change_stamps stays for servers of the version before.
create table school_stamps (
  school_id bigint primary key references schools (id) on delete cascade,
  stamp uuid not null
);
alter table school_stamps enable row level security;
alter table school_stamps force row level security;
create policy tenant on school_stamps using (school_id = current_school()) with check (school_id = current_school());

-- Of all changed rows of a school the first puts the stamp of the transaction.
create function put_school_stamp(school bigint) returns void language plpgsql as $$
declare
  entered text := current_setting('app.school_id', true);
begin
  if current_setting('app.stamped_school', true) = school::text then return; end if;
  -- Row-level security sees the school of the row, which may not be the last one that the transaction has entered.
  perform set_config('app.school_id', school::text, true);
  insert into school_stamps (school_id, stamp)
    -- A school that is gone needs none.
    select id, gen_random_uuid() from schools where id = school
    on conflict (school_id) do update set stamp = excluded.stamp;
  perform set_config('app.school_id', coalesce(entered, ''), true);
  perform set_config('app.stamped_school', school::text, true);
end $$;

create function stamp_school_of_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform put_school_stamp(old.school_id); else perform put_school_stamp(new.school_id); end if;
  return null;
end $$;

create function stamp_school() returns trigger language plpgsql as $$
begin
  perform put_school_stamp(new.id);
  return null;
end $$;

-- Deferred, so that the stamp's row, which all who write in a school have in common, is locked for the commit alone.
create constraint trigger stamped after insert or update or delete on students
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on enrolments
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on sections
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on section_teachers
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on classes
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on payments
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on refunds
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on collected_lines
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on fees
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on fee_categories
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on student_fee_categories
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on expenses
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on expense_categories
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update or delete on terms
  deferrable initially deferred for each row execute function stamp_school_of_row();
create constraint trigger stamped after insert or update on schools
  deferrable initially deferred for each row execute function stamp_school();

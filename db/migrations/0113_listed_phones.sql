-- A child that is listed with a phone after a device proved the phone needs a new proof there (decisions/0115), because
-- operators give numbers to other people. What stood before counts as listed always, so that devices and pay links in
-- use show what they have shown. So what the nightly job would list first is listed here, school by school within its own
-- scope; almost nothing, unless the version before had no list yet.
do $$
declare
  school bigint;
begin
  for school in select id from schools where id <> 0 order by id loop
    perform set_config('app.school_id', school::text, true);
    insert into student_phones (school_id, student_id, phone)
    select distinct s.school_id, s.id, given.phone
    from students s cross join lateral unnest(s.phones || s.phone) as given (phone)
    where s.school_id = school and given.phone <> '1234567890'
    on conflict do nothing;
  end loop;
  perform set_config('app.school_id', '', true);
end $$;
alter table student_phones add column listed_at timestamptz not null default '-infinity';
alter table student_phones alter column listed_at set default now();
-- Devices of before: as of this migration.
alter table guardian_sessions add column proved_at timestamptz not null default now();

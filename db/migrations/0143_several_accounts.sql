-- Multiple Accounts off means one bank account for all fee categories. A school that has several uses them, so it is on there.
do $$
declare
  school bigint;
begin
  for school in select id from schools where id <> 0 and not multiple_accounts order by id loop
    perform set_config('app.school_id', school::text, true);
    if (select count(*) from bank_accounts where school_id = school) > 1 then
      update schools set multiple_accounts = true where id = school;
    end if;
  end loop;
  perform set_config('app.school_id', '', true);
end $$;

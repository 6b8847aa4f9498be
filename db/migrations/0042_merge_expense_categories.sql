-- Merges the expense categories of a school whose names differ only in spaces, case or invisible characters. Migration 0033 left
-- them beside each other, and an office can neither rename nor merge a category. The oldest one gets the expenses of the others.
-- Every amount, day and comment stays. The key is computed anew, because what \s matches depends on a database's locale.
set local citus.propagate_set_commands to local;
do $$
declare
  -- What \s and \p{Cf} match in JavaScript: nameKey in src/shared/names.ts.
  ignored constant text := '[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
    || '\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff'
    || '\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001'
    || '\U000e0020-\U000e007f]';
  school bigint;
  copies bigint[];
begin
  for school in select id from schools where id > 0 loop
    execute format('set local app.school_id to %L', school);
    select array_agg(k.id) into copies
      from (
        select id, row_number() over (partition by lower(regexp_replace(normalize(name, nfc), ignored, '', 'g')) order by id) as place
        from expense_categories where school_id = school and deleted_at is null
      ) k
      where k.place > 1;
    if copies is not null then
      -- Before the expenses are moved, so that a server of the version before puts no expense into a copy meanwhile.
      perform from expense_categories c where c.school_id = school and c.id = any (copies) for update;
      update expenses e
        set expense_category_id = k.first_id
        from (
          select id, first_value(id) over (
            partition by lower(regexp_replace(normalize(name, nfc), ignored, '', 'g')) order by id
          ) as first_id
          from expense_categories where school_id = school and deleted_at is null
        ) k
        where e.school_id = school and e.expense_category_id = k.id and k.id = any (copies);
      update expense_categories c
        set deleted_at = now(), name_key = null
        where c.school_id = school and c.id = any (copies);
      insert into audit_log (school_id, role, action, row_ids, fields)
        values (school, 'JOB', 'expenseCategory.delete', copies, '{deletedAt,expenses}');
    end if;
    update expense_categories c
      set name_key = lower(regexp_replace(normalize(c.name, nfc), ignored, '', 'g'))
      where c.school_id = school and c.deleted_at is null
        and c.name_key is distinct from lower(regexp_replace(normalize(c.name, nfc), ignored, '', 'g'));
  end loop;
  set local app.school_id to '';
end $$;

-- The audit rows of a school that have one of these ids among several, of these actions. Row-level security lets an index answer only
-- what leaks nothing, which rules out "one of these ids is in the row" for the server: this function asks it as the owner, whom it does
-- not bind, and answers for the school that was entered alone. Where it binds the owner too, the rows of the actions are looked through.
create function audit_rows_with_any(school bigint, ids bigint[], actions text[]) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
    begin
      if school is distinct from current_school() then
        return;
      end if;
      if row_security_active('audit_log') then
        return query
          select a.id from audit_log a
          where a.school_id = school and a.action = any (actions) and cardinality(a.row_ids) > 1 and a.row_ids && ids;
      else
        -- Id by id, and only then of which school and action: ids are given once in an installation, and the planner would rather read
        -- the whole log of an action.
        return query
          select distinct found.id
          from unnest(ids) as wanted (id)
          cross join lateral (
            select a.school_id, a.id, a.action from audit_log a
            where a.row_ids @> array[wanted.id] and cardinality(a.row_ids) > 1
            offset 0
          ) found
          where found.school_id = school and found.action = any (actions);
      end if;
    end
  $$;
revoke all on function audit_rows_with_any(bigint, bigint[], text[]) from public;
grant execute on function audit_rows_with_any(bigint, bigint[], text[]) to shala_app;

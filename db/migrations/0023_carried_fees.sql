-- Takes away the fee categories and fees that a batch has carried over, like delete_carried_fees, which stays for the version before.
-- It is told the school: where a cluster holds the schools on several nodes, it has to run on the node of this one.
create function take_back_carried_fees(school bigint, promotion bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
    begin
      if school is distinct from current_school() then
        raise exception 'This is no promotion of this school.';
      end if;
      delete from fees f using promotion_rows r, promotions p
        where f.school_id = school and r.school_id = school and r.promotion_id = promotion
          and r.change = 'ADDED' and r.table_name = 'fees'
          and p.school_id = school and p.id = promotion and p.state in ('DONE', 'FAILED') and f.id = any (r.ids);
      delete from fee_categories c using promotion_rows r, promotions p
        where c.school_id = school and r.school_id = school and r.promotion_id = promotion
          and r.change = 'ADDED' and r.table_name = 'fee_categories'
          and p.school_id = school and p.id = promotion and p.state in ('DONE', 'FAILED') and c.id = any (r.ids);
    end
  $$;
revoke all on function take_back_carried_fees(bigint, bigint) from public;
grant execute on function take_back_carried_fees(bigint, bigint) to shala_app;

-- What is final stays final, in the database too. These policies stand beside the school's own: which rows may still be changed,
-- and into what.

-- A deleted payment stays deleted, and a settled cheque is never clearing again.
create policy final_payment on payments as restrictive for update
  using (deleted_at is null)
  with check (deleted_at is not null or state <> 'CLEARING');

-- The same for a line; and what was no cheque cannot fail.
create policy final_line on collected_lines as restrictive for update
  using (deleted_at is null)
  with check (
    deleted_at is not null
    or status in ('PAID', 'PART_PAID')
    or status = 'FAILED' and exists (
      select from payments
      where payments.school_id = collected_lines.school_id and payments.id = collected_lines.payment_id and payments.mode = 'CHEQUE'
    )
  );

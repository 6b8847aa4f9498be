-- Demand drafts, bank transfers and cards beside cash, UPI and cheques, each with what the bank finds it by.
--
-- The constraints are not validated, so that no payment is read under a lock: every old row was checked by the stricter ones that
-- they replace, and has no value in a new column.
alter table payments
  -- How a bank transfer was sent, as the bank's statement names it.
  add column transfer_kind text,
  -- The last four digits of the card. `txn_id` holds the approval code.
  add column card_last4 text,
  -- The bank and the date on a cheque or demand draft. Cheques from before this migration have neither.
  add column bank_name text not null default '',
  add column instrument_on date,
  drop constraint payments_mode_check,
  -- (state = 'COLLECTED' or mode = 'CHEQUE')
  drop constraint payments_check,
  -- ((mode = 'CHEQUE' and state <> 'CLEARING') = (settled_on is not null))
  drop constraint payments_check4;

alter table payments
  add constraint payments_mode_check check (mode in ('CASH', 'UPI', 'CHEQUE', 'DD', 'BANK', 'CARD', 'ONLINE')) not valid,
  add constraint payments_clearing_check check (state = 'COLLECTED' or mode in ('CHEQUE', 'DD')) not valid,
  add constraint payments_settled_check check (
    (mode in ('CHEQUE', 'DD') and state <> 'CLEARING') = (settled_on is not null)
  ) not valid,
  add constraint payments_draft_check check (
    mode <> 'DD' or cheque_no ~ '^[0-9]{6}$' and bank_name <> '' and instrument_on is not null
  ) not valid,
  add constraint payments_instrument_check check (
    mode in ('CHEQUE', 'DD') or bank_name = '' and instrument_on is null
  ) not valid,
  add constraint payments_transfer_kind_check check (transfer_kind in ('NEFT', 'RTGS', 'IMPS')) not valid,
  add constraint payments_transfer_check check (
    (mode = 'BANK') = (transfer_kind is not null) and (mode <> 'BANK' or txn_id <> '')
  ) not valid,
  add constraint payments_card_last4_check check (card_last4 ~ '^[0-9]{4}$') not valid,
  add constraint payments_card_check check (
    (mode = 'CARD') = (card_last4 is not null) and (mode <> 'CARD' or txn_id <> '')
  ) not valid;

-- As in 0008, with demand drafts: a line of other money cannot fail.
drop policy final_line on collected_lines;
create policy final_line on collected_lines as restrictive for update
  using (deleted_at is null)
  with check (
    deleted_at is not null
    or status in ('PAID', 'PART_PAID')
    or status = 'FAILED' and exists (
      select from payments
      where payments.school_id = collected_lines.school_id and payments.id = collected_lines.payment_id
        and payments.mode in ('CHEQUE', 'DD')
    )
  );

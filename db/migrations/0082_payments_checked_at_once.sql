-- PostgreSQL parses and plans every check constraint of a table anew for each statement that inserts. The 19 of payments
-- took more than half of the insert of one. A function in PL/pgSQL is planned once for a connection: what more than one
-- column or a pattern says is in one constraint now. The closed lists of single columns stay.
create function is_sound_payment(
  amount bigint, mode text, state text, cheque_no text, txn_id text, upi_ref text, transfer_kind text, card_last4 text,
  bank_name text, instrument_on date, online_ref text, order_id bigint, receipt_no bigint,
  settled_on date, settled_by uuid, settled_by_name text,
  deleted_at timestamptz, deleted_by uuid, deleted_by_name text, delete_reason text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return amount between 1 and 1000000000000
    and receipt_no > 0
    and (mode <> 'CHEQUE' or length(cheque_no) >= 6)
    and (mode <> 'DD' or cheque_no ~ '^[0-9]{6}$' and bank_name <> '' and instrument_on is not null)
    and (mode in ('CHEQUE', 'DD') or bank_name = '' and instrument_on is null)
    and (mode <> 'UPI' or txn_id <> '')
    and (upi_ref is null or mode = 'UPI')
    and (mode = 'BANK') = (transfer_kind is not null) and (mode <> 'BANK' or txn_id <> '')
    and (mode = 'CARD') = (card_last4 is not null) and (mode <> 'CARD' or txn_id <> '')
    and (card_last4 is null or card_last4 ~ '^[0-9]{4}$')
    and (mode = 'ONLINE') = (online_ref is not null)
    and (order_id is null or mode = 'ONLINE')
    and (state = 'COLLECTED' or mode in ('CHEQUE', 'DD'))
    and (mode in ('CHEQUE', 'DD') and state <> 'CLEARING') = (settled_on is not null)
    and (settled_on is null) = (settled_by is null) and (settled_on is null) = (settled_by_name is null)
    and (deleted_at is null) = (deleted_by is null) and (deleted_at is null) = (deleted_by_name is null)
    and (deleted_at is null) = (delete_reason is null);
end $$;

alter table payments
  add constraint payments_are_sound check (is_sound_payment(
    amount, mode, state, cheque_no, txn_id, upi_ref, transfer_kind, card_last4, bank_name, instrument_on, online_ref,
    order_id, receipt_no, settled_on, settled_by, settled_by_name, deleted_at, deleted_by, deleted_by_name, delete_reason
  )) not valid,
  drop constraint payments_amount_check,
  drop constraint payments_receipt_no_check,
  drop constraint payments_check1,
  drop constraint payments_draft_check,
  drop constraint payments_instrument_check,
  drop constraint payments_check2,
  drop constraint payments_upi_ref_check,
  drop constraint payments_transfer_check,
  drop constraint payments_card_check,
  drop constraint payments_card_last4_check,
  drop constraint payments_check3,
  drop constraint payments_check7,
  drop constraint payments_clearing_check,
  drop constraint payments_settled_check,
  drop constraint payments_check5,
  drop constraint payments_check6,
  -- Implied by the key to the enrolment.
  drop constraint payments_school_id_fkey;

create function is_sound_line(
  amount bigint, status text, payment_id bigint, bank_account_id bigint, refund_id bigint, concession_id bigint,
  discount_request_id bigint, late_fee_payment_id bigint, waived bigint,
  deleted_at timestamptz, deleted_by uuid, deleted_by_name text, delete_reason text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return case
      when status in ('REFUND', 'OPENING') or late_fee_payment_id is not null then amount between -1000000000000 and -1
      when status = 'LATE_FEE' then amount = 0
      else amount between 1 and 1000000000000
    end
    and (payment_id is null) = (status in ('DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING', 'LATE_FEE'))
    and (payment_id is not null or bank_account_id is null)
    and (status = 'CONCESSION') = (concession_id is not null)
    and (discount_request_id is null or status = 'DISCOUNT')
    and (status <> 'REFUND' or refund_id is not null)
    and (refund_id is null or status in ('REFUND', 'WRITE_OFF'))
    and case
      when status = 'LATE_FEE' then (late_fee_payment_id is null) = (waived is not null)
      else late_fee_payment_id is null and waived is null
    end
    and (waived is null or waived between 1 and 1000000000000)
    and (deleted_at is null) = (deleted_by is null) and (deleted_at is null) = (deleted_by_name is null)
    and (deleted_at is null) = (delete_reason is null);
end $$;

alter table collected_lines
  add constraint collected_lines_are_sound check (is_sound_line(
    amount, status, payment_id, bank_account_id, refund_id, concession_id, discount_request_id, late_fee_payment_id,
    waived, deleted_at, deleted_by, deleted_by_name, delete_reason
  )) not valid,
  drop constraint collected_lines_amount_check,
  drop constraint collected_lines_without_payment,
  drop constraint collected_lines_check2,
  drop constraint collected_lines_concession,
  drop constraint collected_lines_request,
  drop constraint collected_lines_refund,
  drop constraint collected_lines_late_fee,
  drop constraint collected_lines_waived,
  drop constraint collected_lines_check1,
  -- Implied by the key to the enrolment.
  drop constraint collected_lines_school_id_fkey;

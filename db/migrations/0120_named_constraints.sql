-- A refused row says which rule it breaks: constraints with names instead of one function for each table. They cost
-- 0.05 ms a payment (decisions/0124). The rules are those of the functions, so rows that are stored keep them.
alter table payments drop constraint payments_are_sound;
alter table payments add constraint payments_amount check (amount between 1 and 1000000000000) not valid;
alter table payments add constraint payments_mode
  check (mode in ('CASH', 'UPI', 'CHEQUE', 'DD', 'BANK', 'CARD', 'ONLINE')) not valid;
alter table payments add constraint payments_state check (state in ('COLLECTED', 'CLEARING', 'FAILED')) not valid;
alter table payments add constraint payments_transfer_kind check (transfer_kind in ('NEFT', 'RTGS', 'IMPS')) not valid;
alter table payments add constraint payments_receipt_no check (receipt_no > 0) not valid;
alter table payments add constraint payments_cheque check (mode <> 'CHEQUE' or length(cheque_no) >= 6) not valid;
alter table payments add constraint payments_draft
  check (mode <> 'DD' or cheque_no ~ '^[0-9]{6}$' and bank_name <> '' and instrument_on is not null) not valid;
alter table payments add constraint payments_instrument_of_cheque_or_draft
  check (mode in ('CHEQUE', 'DD') or bank_name = '' and instrument_on is null) not valid;
alter table payments add constraint payments_upi check (mode <> 'UPI' or txn_id <> '') not valid;
alter table payments add constraint payments_upi_ref_of_upi check (upi_ref is null or mode = 'UPI') not valid;
alter table payments add constraint payments_transfer
  check ((mode = 'BANK') = (transfer_kind is not null) and (mode <> 'BANK' or txn_id <> '')) not valid;
alter table payments add constraint payments_card
  check ((mode = 'CARD') = (card_last4 is not null) and (mode <> 'CARD' or txn_id <> '')) not valid;
alter table payments add constraint payments_card_last4 check (card_last4 ~ '^[0-9]{4}$') not valid;
alter table payments add constraint payments_online check ((mode = 'ONLINE') = (online_ref is not null)) not valid;
alter table payments add constraint payments_order_of_online check (order_id is null or mode = 'ONLINE') not valid;
alter table payments add constraint payments_clearing check (state = 'COLLECTED' or mode in ('CHEQUE', 'DD')) not valid;
alter table payments add constraint payments_settled
  check ((mode in ('CHEQUE', 'DD') and state <> 'CLEARING') = (settled_on is not null)) not valid;
alter table payments add constraint payments_settled_by_somebody
  check ((settled_on is null) = (settled_by is null) and (settled_on is null) = (settled_by_name is null)) not valid;
alter table payments add constraint payments_deleted_by_somebody
  check (
    (deleted_at is null) = (deleted_by is null) and (deleted_at is null) = (deleted_by_name is null)
    and (deleted_at is null) = (delete_reason is null)
  ) not valid;

alter table collected_lines drop constraint collected_lines_are_sound;
alter table collected_lines add constraint collected_lines_status
  check (status in (
    'PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING', 'LATE_FEE'
  )) not valid;
alter table collected_lines add constraint collected_lines_amount
  check (case
    when status in ('REFUND', 'OPENING') or late_fee_payment_id is not null then amount between -1000000000000 and -1
    when status = 'LATE_FEE' then amount = 0
    else amount between 1 and 1000000000000
  end) not valid;
alter table collected_lines add constraint collected_lines_of_payment
  check ((payment_id is null) = (status in ('DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING', 'LATE_FEE'))) not valid;
alter table collected_lines add constraint collected_lines_bank_account_of_payment
  check (payment_id is not null or bank_account_id is null) not valid;
alter table collected_lines add constraint collected_lines_concession
  check ((status = 'CONCESSION') = (concession_id is not null)) not valid;
alter table collected_lines add constraint collected_lines_request_of_discount
  check (discount_request_id is null or status = 'DISCOUNT') not valid;
alter table collected_lines add constraint collected_lines_refund check (status <> 'REFUND' or refund_id is not null) not valid;
alter table collected_lines add constraint collected_lines_refund_or_write_off
  check (refund_id is null or status in ('REFUND', 'WRITE_OFF')) not valid;
alter table collected_lines add constraint collected_lines_late_fee
  check (case
    when status = 'LATE_FEE' then (late_fee_payment_id is null) = (waived is not null)
    else late_fee_payment_id is null and waived is null
  end) not valid;
alter table collected_lines add constraint collected_lines_waived check (waived between 1 and 1000000000000) not valid;
alter table collected_lines add constraint collected_lines_deleted_by_somebody
  check (
    (deleted_at is null) = (deleted_by is null) and (deleted_at is null) = (deleted_by_name is null)
    and (deleted_at is null) = (delete_reason is null)
  ) not valid;

alter table receipt_counters drop constraint receipt_counters_are_sound;
alter table receipt_counters add constraint receipt_counters_year check (year ~ '^[0-9]{4}-[0-9]{2}$') not valid;
alter table receipt_counters add constraint receipt_counters_last check (last > 0) not valid;

alter table registers drop constraint registers_are_sound;
alter table registers add constraint registers_session
  check (session in ('DAY', 'MORNING', 'AFTERNOON', 'SUBJECT', 'LECTURE')) not valid;
alter table registers add constraint registers_version check (version > 0) not valid;
alter table registers add constraint registers_counts check (present >= 0 and absent >= 0 and late >= 0) not valid;
alter table registers add constraint registers_starts check ((session = 'SUBJECT') = (starts is not null)) not valid;
alter table registers add constraint registers_subject
  check (case session when 'SUBJECT' then subject_id is not null when 'LECTURE' then true else subject_id is null end) not valid;
alter table registers add constraint registers_not_ahead check (day <= (taken_at at time zone 'Asia/Kolkata')::date) not valid;

alter table scores drop constraint scores_are_sound;
alter table scores add constraint scores_part check (length(part) between 1 and 60) not valid;
alter table scores add constraint scores_component check (length(component) between 1 and 60) not valid;
alter table scores add constraint scores_test check (test between 1 and 50) not valid;
alter table scores add constraint scores_marks check (marks between 0 and 100000) not valid;
alter table scores add constraint scores_code check (code in ('AB', 'ML', 'EX')) not valid;
alter table scores add constraint scores_marks_or_code check ((marks is null) <> (code is null)) not valid;

drop function is_sound_payment;
drop function is_sound_line;
drop function is_sound_counter;
drop function is_sound_register;
drop function is_sound_score;

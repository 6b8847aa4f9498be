-- As 0082 did for what payments say in more than one column: tables that are written all day have one check constraint
-- each, a function in PL/pgSQL, because PostgreSQL parses and plans every constraint anew for each statement. The closed
-- lists of the tables of money took 0.115 ms of a payment. A foreign key is a query for each row: those to the school
-- are dropped where another key implies them, one third of the queries of a register or of a sheet of scores.
create or replace function is_sound_payment(
  amount bigint, mode text, state text, cheque_no text, txn_id text, upi_ref text, transfer_kind text, card_last4 text,
  bank_name text, instrument_on date, online_ref text, order_id bigint, receipt_no bigint,
  settled_on date, settled_by uuid, settled_by_name text,
  deleted_at timestamptz, deleted_by uuid, deleted_by_name text, delete_reason text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return amount between 1 and 1000000000000
    and mode in ('CASH', 'UPI', 'CHEQUE', 'DD', 'BANK', 'CARD', 'ONLINE')
    and state in ('COLLECTED', 'CLEARING', 'FAILED')
    and (transfer_kind is null or transfer_kind in ('NEFT', 'RTGS', 'IMPS'))
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
  drop constraint payments_mode_check,
  drop constraint payments_state_check,
  drop constraint payments_transfer_kind_check;

create or replace function is_sound_line(
  amount bigint, status text, payment_id bigint, bank_account_id bigint, refund_id bigint, concession_id bigint,
  discount_request_id bigint, late_fee_payment_id bigint, waived bigint,
  deleted_at timestamptz, deleted_by uuid, deleted_by_name text, delete_reason text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING',
      'LATE_FEE')
    and case
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

alter table collected_lines drop constraint collected_lines_status_check;

create function is_sound_counter(year text, last bigint)
returns boolean language plpgsql immutable parallel safe as $$
begin
  return year ~ '^[0-9]{4}-[0-9]{2}$' and last > 0;
end $$;

alter table receipt_counters
  add constraint receipt_counters_are_sound check (is_sound_counter(year, last)) not valid,
  drop constraint receipt_counters_year_check,
  drop constraint receipt_counters_last_check;

create function is_sound_register(
  day date, session text, subject_id bigint, starts time, version integer, present integer, absent integer, late integer,
  taken_at timestamptz
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return session in ('DAY', 'MORNING', 'AFTERNOON', 'SUBJECT', 'LECTURE')
    and version > 0 and present >= 0 and absent >= 0 and late >= 0
    and (session = 'SUBJECT') = (starts is not null)
    and (session in ('SUBJECT', 'LECTURE') or subject_id is null)
    and (session <> 'SUBJECT' or subject_id is not null)
    and day <= (taken_at at time zone 'Asia/Kolkata')::date;
end $$;

alter table registers
  add constraint registers_are_sound
    check (is_sound_register(day, session, subject_id, starts, version, present, absent, late, taken_at)) not valid,
  drop constraint registers_session_check,
  drop constraint registers_version_check,
  drop constraint registers_present_check,
  drop constraint registers_absent_check,
  drop constraint registers_late_check,
  drop constraint registers_check,
  drop constraint registers_check1,
  drop constraint registers_check2,
  drop constraint registers_check3,
  -- Implied by the key to the section.
  drop constraint registers_school_id_fkey;

-- Implied by the key to the register.
alter table marks drop constraint marks_school_id_fkey;

create function is_sound_score(part text, component text, test integer, marks integer, code text)
returns boolean language plpgsql immutable parallel safe as $$
begin
  return length(part) between 1 and 60 and length(component) between 1 and 60 and test between 1 and 50
    and (marks is null) <> (code is null)
    and (marks is null or marks between 0 and 100000)
    and (code is null or code in ('AB', 'ML', 'EX'));
end $$;

alter table scores
  add constraint scores_are_sound check (is_sound_score(part, component, test, marks, code)) not valid,
  drop constraint scores_part_check,
  drop constraint scores_component_check,
  drop constraint scores_test_check,
  drop constraint scores_marks_check,
  drop constraint scores_code_check,
  drop constraint scores_check,
  -- Implied by the key to the enrolment.
  drop constraint scores_school_id_fkey;

-- Implied by the key to the subject.
alter table score_changes drop constraint score_changes_school_id_fkey;

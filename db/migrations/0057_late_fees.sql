-- Late fees: what a family pays on top of a fee that is overdue, by the rule of its category.

-- FLAT: the amount once for each fee. BY_DAY: the amount for each day, at most late_fee_max. Both from the day after the grace.
alter table fee_categories
  add column late_fee_kind text,
  add column late_fee_amount bigint,
  add column late_fee_grace integer,
  add column late_fee_max bigint;
alter table fee_categories
  add constraint fee_categories_late_fee check (
    case
      when late_fee_kind is null then late_fee_amount is null and late_fee_grace is null and late_fee_max is null
      else late_fee_kind in ('FLAT', 'BY_DAY') and late_fee_amount is not null and late_fee_grace is not null
        and late_fee_amount between 1 and 1000000000000 and late_fee_grace between 0 and 366
        and (late_fee_kind = 'BY_DAY') = (late_fee_max is not null)
        and (late_fee_max is null or late_fee_max between late_fee_amount and 1000000000000)
    end
  ) not valid;

-- What a payment paid as a late fee is a line below zero of its own: the payment's line on the fee has it too. It names the payment in
-- a column of its own, because the lines with payment_id sum to the payment. A late fee that was waived is a line of 0 with the waived
-- amount and the reason. The constraints are not validated: the rows satisfied the dropped ones, which allow less.
alter table collected_lines
  add column late_fee_payment_id bigint,
  add column waived bigint,
  drop constraint collected_lines_status_check,
  drop constraint collected_lines_amount_check,
  drop constraint collected_lines_without_payment;
alter table collected_lines
  add constraint collected_lines_status_check check (
    status in (
      'PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING', 'LATE_FEE'
    )
  ) not valid,
  add constraint collected_lines_amount_check check (
    case
      when status in ('REFUND', 'OPENING') or late_fee_payment_id is not null then amount between -1000000000000 and -1
      when status = 'LATE_FEE' then amount = 0
      else amount between 1 and 1000000000000
    end
  ) not valid,
  add constraint collected_lines_without_payment check (
    case when payment_id is null then status in ('DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING', 'LATE_FEE')
      else status not in ('DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING', 'LATE_FEE') end
  ) not valid,
  add constraint collected_lines_late_fee check (
    case when status = 'LATE_FEE' then (late_fee_payment_id is null) = (waived is not null)
      else late_fee_payment_id is null and waived is null end
  ) not valid,
  add constraint collected_lines_waived check (waived between 1 and 1000000000000) not valid,
  add constraint collected_lines_of_late_fee foreign key (school_id, late_fee_payment_id) references payments (school_id, id) not valid;

-- The part of an ordered fee's amount that is its late fee, and the late fee that had been asked on the fee before.
alter table online_order_lines
  add column late_fee bigint not null default 0,
  add column late_fee_before bigint not null default 0;
alter table online_order_lines
  add constraint online_order_lines_late_fee check (late_fee >= 0 and late_fee < amount and late_fee_before >= 0) not valid;

-- An ADMIN writes a due off: a line of its own kind, without a payment, like a discount. The constraints are not validated: the rows
-- satisfied the dropped ones, which allow less.
alter table collected_lines drop constraint collected_lines_status_check;
alter table collected_lines add constraint collected_lines_status_check
  check (status in ('PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'WRITE_OFF')) not valid;
alter table collected_lines drop constraint collected_lines_check;
alter table collected_lines add constraint collected_lines_without_payment
  check ((payment_id is null) = (status in ('DISCOUNT', 'WRITE_OFF'))) not valid;

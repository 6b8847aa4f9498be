-- Opening dues: what students owed when the school started with Shala.

-- A fee that holds the dues of a school year before Shala has the year in which it began, 2024 for 2024-25, and no amount of its own.
alter table fees add column opening_year integer;
alter table fees add constraint fees_opening_year check (
  opening_year is null or opening_year between 1990 and 2100 and fixed_amount and amount = 0 and month is null and due_on is not null
) not valid;

-- How much each student owes is a line below zero on it. The constraints are not validated: the rows satisfied the dropped ones, which
-- allow less.
alter table collected_lines
  drop constraint collected_lines_status_check,
  drop constraint collected_lines_amount_check,
  drop constraint collected_lines_without_payment;
alter table collected_lines
  add constraint collected_lines_status_check check (
    status in ('PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING')
  ) not valid,
  add constraint collected_lines_amount_check check (
    case when status in ('REFUND', 'OPENING') then amount between -1000000000000 and -1
      else amount between 1 and 1000000000000 end
  ) not valid,
  add constraint collected_lines_without_payment check (
    case when payment_id is null then status in ('DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING')
      else status not in ('DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND', 'OPENING') end
  ) not valid;

alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('teachers', 'sections', 'students', 'openingDues')) not valid;

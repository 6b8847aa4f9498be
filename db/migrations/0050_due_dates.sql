-- Every fee has a day by which it is to be paid: the school's fee date in the fee's month, and for a one-time fee a day of its own or
-- the start of its term.

-- The first day of the term. Its school year, April to March, is the year of its fees' months.
alter table terms add column starts_on date;
alter table terms no force row level security;
update terms set starts_on = make_date(
  case
    when name ~ '^(19|20)[0-9]{2}' then left(name, 4)::int
    -- A name without a year counts as this school year if it is current, and as the last one otherwise.
    else extract(year from now() - interval '3 months')::int - case when current then 0 else 1 end
  end, 4, 1);
alter table terms force row level security;
alter table terms
  alter column starts_on set default make_date(extract(year from now() - interval '3 months')::int, 4, 1),
  alter column starts_on set not null;

-- The day of a one-time fee; none means the start of the term.
alter table fees add column due_on date;
alter table fees add constraint fees_due_on_check check (due_on is null or month is null) not valid;

-- The first day of a fee's month in the school year of a term that starts on a day.
create function fee_month_start(month text, starts_on date) returns date
  language sql immutable parallel safe
  return (make_date(extract(year from starts_on - interval '3 months')::int, 4, 1)
    + (array_position(array['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR'], month) - 1)
      * interval '1 month')::date;

create function fee_due_on(month text, due_on date, starts_on date, fees_date integer) returns date
  language sql immutable parallel safe
  return case when month is null then coalesce(due_on, starts_on) else least(
    fee_month_start(month, starts_on) + (fees_date - 1),
    -- In a shorter month the last day counts as the fee date, as for reminders.
    (fee_month_start(month, starts_on) + interval '1 month')::date - 1
  ) end;

-- Fee reminders that a person sends to the families of a list.
alter table message_batches drop constraint message_batches_kind_check;
alter table message_batches
  add constraint message_batches_kind_check check (kind in ('LOGIN_DETAILS', 'LOGIN_REMINDER', 'NOTICE', 'FEE_REMINDER')) not valid;

-- Due days belong to the term: a term from 15 June has its April ten months later, nothing is due before it begins, and a changed
-- fee date of the school moves no due day that has passed.

-- The first day of the month with which a term begins. One that begins in the second half of March is of the school year from April on.
create function term_first_month(starts_on date) returns date
  language sql immutable parallel safe
  return case when extract(month from starts_on) = 3 and extract(day from starts_on) > 15
    then make_date(extract(year from starts_on)::int, 4, 1)
    else make_date(extract(year from starts_on)::int, extract(month from starts_on)::int, 1) end;

-- The first day of a fee's month in the twelve months of a term.
create or replace function fee_month_start(month text, starts_on date) returns date
  language sql immutable parallel safe
  return (term_first_month(starts_on)
    + (array_position(array['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'], month)
      - extract(month from term_first_month(starts_on))::int + 12) % 12 * interval '1 month')::date;

-- The fee dates of months whose due day had passed when the school changed its fee date, by calendar month, January first; null where
-- the school's holds.
alter table terms add column fees_dates smallint[];
alter table terms add constraint terms_fees_dates
  check (fees_dates is null or cardinality(fees_dates) = 12 and 1 <= all (fees_dates) and 31 >= all (fees_dates)) not valid;

create function fee_due_on(month text, due_on date, starts_on date, fees_dates smallint[], fees_date integer) returns date
  language sql immutable parallel safe
  return case when month is null then coalesce(due_on, starts_on) else greatest(starts_on, least(
    fee_month_start(month, starts_on)
      + (coalesce(fees_dates[extract(month from fee_month_start(month, starts_on))::int], fees_date) - 1),
    -- In a shorter month the last day counts as the fee date, as for reminders.
    (fee_month_start(month, starts_on) + interval '1 month')::date - 1
  )) end;

-- Servers of the version before ask with these arguments.
create or replace function fee_due_on(month text, due_on date, starts_on date, fees_date integer) returns date
  language sql immutable parallel safe
  return fee_due_on(month, due_on, starts_on, null::smallint[], fees_date);

-- A fee that is paid once is not asked when it is due after the last month that the student pays, in the term's order of months.
create function fee_is_asked(month text, due_on date, months text[], starts_on date) returns boolean
  language sql immutable parallel safe
  return months is null or case
    when month is not null then month = any(months)
    else due_on is null or coalesce(
      due_on < (fee_month_start(months[cardinality(months)], starts_on) + interval '1 month')::date, false)
  end;

alter table schools drop constraint schools_fees_date_check;
alter table schools add constraint schools_fees_date_check check (fees_date between 1 and 31) not valid;

-- A student pays a fees category for some months of the term only: who joined in August, who leaves, who changed the bus stop. In the
-- order of the school year; none means all months, those of fees that are added later too. Of the first of them a part may be asked,
-- in thousandths.
alter table student_fee_categories add column months text[], add column first_part smallint;
alter table student_fee_categories add constraint student_fee_categories_months
  check (months <@ array['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR']) not valid;
alter table student_fee_categories add constraint student_fee_categories_first_part
  check (first_part is null or first_part between 1 and 999 and cardinality(months) > 0) not valid;

-- Whether a student who pays a category for some months is asked for a fee of it: one of a month by its month, and one that is paid
-- once unless it is due after the last of them. The rule is `isAsked` of assignedMonths.rules.ts, too.
create function fee_is_asked(month text, due_on date, months text[]) returns boolean
  language sql immutable parallel safe
  return months is null or case
    when month is not null then month = any(months)
    else due_on is null or coalesce(
      (extract(month from due_on)::int + 8) % 12 < array_position(
        array['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR'], months[cardinality(months)]), false)
  end;

-- What is asked of such a student for a fee: of the first month a part, in whole rupees. The rule is `askedAmount`.
create function fee_amount_asked(amount bigint, month text, months text[], first_part smallint) returns bigint
  language sql immutable parallel safe
  return case when first_part is null or month is distinct from months[1] then amount else round(amount * first_part / 1000.0, -2)::bigint end;

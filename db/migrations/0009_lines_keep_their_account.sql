-- The bank account of money that was collected is the one its category had on that day: the day book's old pages stay as they were
-- when the category gets another one. A discount is no money and has none.
alter table collected_lines
  add column bank_account_id bigint,
  add foreign key (school_id, bank_account_id) references bank_accounts (school_id, id),
  add check (payment_id is not null or bank_account_id is null);

-- The owner of the tables sees the rows of all schools only while row-level security is not forced on it.
alter table collected_lines no force row level security;
alter table fees no force row level security;
alter table fee_categories no force row level security;
update collected_lines line
  set bank_account_id = category.bank_account_id
  from fees
  join fee_categories category on category.school_id = fees.school_id and category.id = fees.fee_category_id
  where fees.school_id = line.school_id and fees.id = line.fee_id
    and line.payment_id is not null and category.bank_account_id is not null;
alter table collected_lines force row level security;
alter table fees force row level security;
alter table fee_categories force row level security;

-- What was entered on a later day than it is booked on is rare, and the page of the day on which it was entered names it.
create index payments_late on payments (school_id, created_at)
  where collected_on < (created_at at time zone 'Asia/Kolkata')::date;

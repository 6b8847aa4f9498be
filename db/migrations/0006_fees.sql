-- Fees and expenses. Amounts are whole paise. A balance is never stored: it follows from the collected lines.
--
-- Who did something is kept as the account and the name at that time: a super administrator's user row is in another school,
-- and a receipt names the clerk long after the clerk's user is gone.

alter table schools add receipt_prefix text not null default '' check (receipt_prefix ~ '^[A-Za-z0-9/ -]{0,12}$');

create sequence fee_category_ids;
create table fee_categories (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('fee_category_ids'),
  term_id bigint not null,
  name text not null check (name <> ''),
  bank_account_id bigint,
  created_at timestamptz not null default now(),
  -- Receipts may name its fees: it leaves every list and stays in the books.
  deleted_at timestamptz,
  primary key (school_id, id),
  unique (school_id, term_id, id),
  foreign key (school_id, term_id) references terms (school_id, id),
  foreign key (school_id, bank_account_id) references bank_accounts (school_id, id)
);
create unique index fee_categories_name on fee_categories (school_id, term_id, lower(name)) where deleted_at is null;

create sequence fee_ids;
create table fees (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('fee_ids'),
  term_id bigint not null,
  fee_category_id bigint not null,
  name text not null check (name <> ''),
  slug text not null,
  amount bigint not null default 0 check (amount between 0 and 1000000000000),
  -- What is not fixed has no amount of its own and is never pending.
  fixed_amount boolean not null,
  -- None means one time.
  month text check (month in ('JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC')),
  sr integer not null check (sr > 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id),
  unique (school_id, term_id, id),
  check (fixed_amount or amount = 0),
  foreign key (school_id, term_id, fee_category_id) references fee_categories (school_id, term_id, id)
);
create unique index fees_name on fees (school_id, fee_category_id, lower(name), coalesce(month, '')) where deleted_at is null;
create index fees_category on fees (school_id, fee_category_id, sr, id) where deleted_at is null;

-- Which students pay a category: the specification's students_fees_structures.
create table student_fee_categories (
  school_id bigint not null references schools (id),
  term_id bigint not null,
  student_id bigint not null,
  fee_category_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (school_id, fee_category_id, student_id),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id) on delete cascade,
  foreign key (school_id, term_id, fee_category_id) references fee_categories (school_id, term_id, id)
);
create index student_fee_categories_student on student_fee_categories (school_id, term_id, student_id);

-- The last receipt number of a school's April–March year: one row, raised inside the payment's transaction.
create table receipt_counters (
  school_id bigint not null references schools (id),
  year text not null check (year ~ '^[0-9]{4}-[0-9]{2}$'),
  last bigint not null check (last > 0),
  primary key (school_id, year)
);

-- Money taken once, with one receipt.
create sequence payment_ids;
create table payments (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('payment_ids'),
  term_id bigint not null,
  student_id bigint not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  mode text not null check (mode in ('CASH', 'UPI', 'CHEQUE', 'ONLINE')),
  -- A cheque is CLEARING until the bank has answered; everything else is COLLECTED from the start.
  state text not null check (state in ('COLLECTED', 'CLEARING', 'FAILED')),
  cheque_no text not null default '',
  txn_id text not null default '',
  online_ref text,
  -- The day the money is booked on, in the school's time; created_at says when it was entered.
  collected_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  receipt_year text not null,
  receipt_prefix text not null,
  receipt_no bigint not null check (receipt_no > 0),
  -- As printed on the receipt: a reprint says the same after the student has moved.
  student_name text not null,
  section_name text not null,
  roll text not null,
  register_no text not null,
  -- When the bank answered about a cheque, and who said so.
  settled_on date,
  settled_by uuid,
  settled_by_name text,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_by_name text,
  delete_reason text,
  -- The refund's reference of an online payment that was deleted.
  refund_ref text,
  primary key (school_id, id),
  unique (school_id, term_id, student_id, id),
  check (state = 'COLLECTED' or mode = 'CHEQUE'),
  check (mode <> 'CHEQUE' or length(cheque_no) >= 6),
  check (mode <> 'UPI' or txn_id <> ''),
  check ((mode = 'ONLINE') = (online_ref is not null)),
  check ((mode = 'CHEQUE' and state <> 'CLEARING') = (settled_on is not null)),
  check ((settled_on is null) = (settled_by is null) and (settled_on is null) = (settled_by_name is null)),
  check ((deleted_at is null) = (deleted_by is null) and (deleted_at is null) = (deleted_by_name is null)
    and (deleted_at is null) = (delete_reason is null)),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id)
);
create unique index payments_receipt on payments (school_id, receipt_no, receipt_year);
create unique index payments_online_ref on payments (school_id, online_ref) where online_ref is not null;
create index payments_day on payments (school_id, term_id, collected_on, id) include (amount, state, mode) where deleted_at is null;
create index payments_clearing on payments (school_id, term_id, collected_on) where state = 'CLEARING' and deleted_at is null;
create index payments_settled on payments (school_id, settled_on) where settled_on is not null;
create index payments_deleted on payments (school_id, term_id, deleted_at) where deleted_at is not null;
create index payments_txn on payments (school_id, txn_id) where txn_id <> '';

-- The part of a payment on one fee; a discount is a line without a payment. Its pending amount is the fee's amount less all
-- lines that are not deleted and not FAILED.
create sequence collected_line_ids;
create table collected_lines (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('collected_line_ids'),
  term_id bigint not null,
  student_id bigint not null,
  fee_id bigint not null,
  payment_id bigint,
  amount bigint not null check (amount between 1 and 1000000000000),
  status text not null check (status in ('PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT')),
  -- As printed on the receipt.
  fee_name text not null,
  month text,
  collected_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  -- Why a discount was given.
  comment text not null default '',
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_by_name text,
  delete_reason text,
  primary key (school_id, id),
  check ((payment_id is null) = (status = 'DISCOUNT')),
  check ((deleted_at is null) = (deleted_by is null) and (deleted_at is null) = (deleted_by_name is null)
    and (deleted_at is null) = (delete_reason is null)),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id),
  foreign key (school_id, term_id, student_id, payment_id) references payments (school_id, term_id, student_id, id),
  foreign key (school_id, term_id, fee_id) references fees (school_id, term_id, id)
);
create index collected_lines_student on collected_lines (school_id, term_id, student_id);
create index collected_lines_fee on collected_lines (school_id, term_id, fee_id, status, student_id) include (amount) where deleted_at is null;
create index collected_lines_payment on collected_lines (school_id, payment_id) where payment_id is not null;

create sequence expense_category_ids;
create table expense_categories (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('expense_category_ids'),
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id)
);
create unique index expense_categories_name on expense_categories (school_id, lower(name)) where deleted_at is null;

create sequence expense_ids;
create table expenses (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('expense_ids'),
  term_id bigint not null,
  expense_category_id bigint not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  comment text not null default '',
  paid_on date not null,
  entered_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_by_name text,
  primary key (school_id, id),
  check ((deleted_at is null) = (deleted_by is null) and (deleted_at is null) = (deleted_by_name is null)),
  foreign key (school_id, term_id) references terms (school_id, id),
  foreign key (school_id, expense_category_id) references expense_categories (school_id, id)
);
create index expenses_day on expenses (school_id, term_id, paid_on, id) where deleted_at is null;
create index expenses_category on expenses (school_id, expense_category_id);

-- What a client-made key has stored, so that a request sent twice is carried out once (platform/once.ts).
create table money_requests (
  school_id bigint not null references schools (id),
  key uuid not null,
  action text not null,
  input_hash bytea not null,
  row_ids bigint[] not null default '{}',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (school_id, key)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'fee_categories', 'fees', 'student_fee_categories', 'receipt_counters', 'payments', 'collected_lines',
    'expense_categories', 'expenses', 'money_requests'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

-- The books are added to, never rewritten: of money that was taken or spent only its state and its deletion can change.
revoke delete, update on payments, collected_lines, expenses, money_requests from shala_app;
grant update (state, settled_on, settled_by, settled_by_name, deleted_at, deleted_by, deleted_by_name, delete_reason, refund_ref)
  on payments to shala_app;
grant update (status, deleted_at, deleted_by, deleted_by_name, delete_reason) on collected_lines to shala_app;
grant update (deleted_at, deleted_by, deleted_by_name) on expenses to shala_app;
grant update (row_ids) on money_requests to shala_app;
revoke delete on receipt_counters, fee_categories, fees, expense_categories from shala_app;

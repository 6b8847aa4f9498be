-- The cashier's day: whose drawer it is, the days on which a clerk took money, and the closings of these days (decisions/0058).

-- A clerk's drawer. Payments lock it FOR SHARE and a closing FOR UPDATE, so that no money comes while a day is being closed.
create sequence cash_drawer_ids;
create table cash_drawers (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('cash_drawer_ids'),
  -- The account that takes the money: created_by of its payments. It may be a super administrator's, so it refers to nothing.
  clerk uuid not null,
  -- All days from the first to the last closed one are closed, those without money too.
  closed_from date,
  closed_until date,
  primary key (school_id, id),
  unique (school_id, clerk),
  check ((closed_from is null) = (closed_until is null) and closed_from <= closed_until)
);

-- A day on which a clerk took money. So the open days are found without reading payments.
create sequence cashier_day_ids;
create table cashier_days (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('cashier_day_ids'),
  drawer_id bigint not null,
  day date not null,
  -- As on the day's first receipt.
  clerk_name text not null,
  primary key (school_id, id),
  unique (school_id, drawer_id, day),
  foreign key (school_id, drawer_id) references cash_drawers (school_id, id)
);
create index cashier_days_day on cashier_days (school_id, day);

-- The closing of a day, as its paper says it. It is never rewritten: a day that is opened again keeps it, and is closed by another one.
create sequence day_closing_ids;
create table day_closings (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('day_closing_ids'),
  drawer_id bigint not null,
  day date not null,
  clerk_name text not null,
  closed_at timestamptz not null default now(),
  closed_by uuid not null,
  closed_by_name text not null,
  -- Cash carried on from the day closed before; taken on this day; and gone: given back, or of receipts deleted after their closing.
  opening_cash bigint not null check (opening_cash >= 0),
  cash_in bigint not null check (cash_in >= 0),
  -- Below zero where more came back of cancelled refunds.
  cash_out bigint not null,
  -- Less than zero where more was given back than the drawer should hold.
  expected_cash bigint not null check (expected_cash = opening_cash + cash_in - cash_out),
  counted_cash bigint not null check (counted_cash >= 0),
  -- Why counted and expected differ; '' where they do not.
  reason text not null default '' check (counted_cash = expected_cash or reason <> ''),
  deposited_cash bigint not null check (deposited_cash >= 0),
  carried_cash bigint not null check (carried_cash >= 0 and carried_cash = counted_cash - deposited_cash),
  -- Numbers of notes and coins by their value in rupees, {"500": 12}: counted, and of these brought to the bank.
  notes jsonb not null,
  deposit_notes jsonb not null,
  -- Name, number and IFSC of the account that the deposit slip names; null without a deposit, and in a school without accounts.
  bank_account text,
  -- Lists of objects: the receipts of the day, what cash_out sums, and the cheques and demand drafts to deposit.
  receipts jsonb not null,
  outflows jsonb not null,
  deposit_cheques jsonb not null,
  reopened_at timestamptz,
  reopened_by uuid,
  reopened_by_name text,
  reopen_reason text,
  primary key (school_id, id),
  check ((reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopened_by_name is null)
    and (reopened_at is null) = (reopen_reason is null)),
  foreign key (school_id, drawer_id) references cash_drawers (school_id, id)
);
-- One closing of a day is in force.
create unique index day_closings_day on day_closings (school_id, drawer_id, day) where reopened_at is null;
create index day_closings_of_day on day_closings (school_id, day);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['cash_drawers', 'cashier_days', 'day_closings'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

revoke delete on cash_drawers from shala_app;
revoke update, delete on cashier_days, day_closings from shala_app;
grant update (reopened_at, reopened_by, reopened_by_name, reopen_reason) on day_closings to shala_app;
-- A closing is opened again once, and stays so.
create policy reopened_once on day_closings as restrictive for update
  using (reopened_at is null) with check (reopened_at is not null);

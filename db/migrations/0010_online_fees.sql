-- Parents pay online: guardian links, orders at the gateway, and money that arrived and found its fee paid already.

-- The token behind /onlinefees/{hash}, for one phone of one school. It is found by its hash; the sealed one is there so that the
-- short link can lead to it and staff can copy it again.
create sequence guardian_link_ids;
create table guardian_links (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('guardian_link_ids'),
  phone text not null check (phone ~ '^[0-9]{10}$' and phone <> '1234567890'),
  token_hash bytea not null,
  token_sealed bytea not null,
  code_hash bytea not null,
  code_sealed bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid,
  revoked_by_name text,
  primary key (school_id, id),
  check ((revoked_at is null) = (revoked_by is null) and (revoked_at is null) = (revoked_by_name is null))
);
create unique index guardian_links_token on guardian_links (school_id, token_hash);
create unique index guardian_links_code on guardian_links (school_id, code_hash);
-- One link of a phone works at a time.
create unique index guardian_links_phone on guardian_links (school_id, phone) where revoked_at is null;

-- An online payment under way. What it asks for is fixed when it is stored, before anything goes to the gateway.
create sequence online_order_ids;
create table online_orders (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('online_order_ids'),
  term_id bigint not null,
  guardian_link_id bigint not null,
  key uuid not null,
  input_hash bytea not null,
  txnid text not null check (txnid ~ '^[0-9a-z]{1,8}Z[0-9a-z]{16}$'),
  bank_account_id bigint not null,
  -- The merchant it was sent to the gateway with: an account that gets another one must not lose the orders under way.
  merchant_key text not null,
  merchant_salt_sealed bytea not null,
  fees_amount bigint not null check (fees_amount between 1 and 1000000000000),
  -- The service charge and its tax are the gateway's: they are never allocated to a fee.
  charge bigint not null check (charge >= 0),
  gst bigint not null check (gst >= 0),
  payable bigint not null,
  payer_name text not null,
  payer_phone text not null,
  payer_email text not null,
  state text not null default 'CREATED' check (state in ('CREATED', 'SUCCESS', 'FAILURE', 'CANCEL', 'MISMATCH')),
  gateway_reference text not null default '',
  gateway_mode text not null default '',
  bank_reference text not null default '',
  -- What the gateway took, where it said so.
  received bigint check (received >= 0),
  message text not null default '',
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  settled_at timestamptz,
  primary key (school_id, id),
  check (payable = fees_amount + charge + gst),
  check (state not in ('SUCCESS', 'MISMATCH') or (gateway_reference <> '' and received is not null and settled_at is not null)),
  check (state <> 'SUCCESS' or received = payable),
  foreign key (school_id, term_id) references terms (school_id, id),
  foreign key (school_id, guardian_link_id) references guardian_links (school_id, id),
  foreign key (school_id, bank_account_id) references bank_accounts (school_id, id)
);
create unique index online_orders_txnid on online_orders (school_id, txnid);
create unique index online_orders_key on online_orders (school_id, guardian_link_id, key);
-- The money of one transaction at the gateway is booked once.
create unique index online_orders_reference on online_orders (school_id, gateway_reference) where state in ('SUCCESS', 'MISMATCH');
create index online_orders_day on online_orders (school_id, term_id, created_at, id);
create index online_orders_open on online_orders (school_id, created_at) where state = 'CREATED';
create index online_orders_mismatch on online_orders (school_id, id) where state = 'MISMATCH';

create table online_order_lines (
  school_id bigint not null references schools (id),
  order_id bigint not null,
  student_id bigint not null,
  fee_id bigint not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  student_name text not null,
  section_name text not null,
  fee_name text not null,
  month text,
  primary key (school_id, order_id, student_id, fee_id),
  foreign key (school_id, order_id) references online_orders (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, fee_id) references fees (school_id, id)
);
create index online_order_lines_student on online_order_lines (school_id, student_id);

-- What happened to an order, for people to read.
create sequence online_order_event_ids;
create table online_order_events (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('online_order_event_ids'),
  order_id bigint not null,
  at timestamptz not null default now(),
  source text not null check (source in ('GUARDIAN', 'RETURN', 'WEBHOOK', 'CHECK', 'STAFF')),
  text text not null,
  primary key (school_id, id),
  foreign key (school_id, order_id) references online_orders (school_id, id)
);
create index online_order_events_order on online_order_events (school_id, order_id, id);

-- Money of an order that arrived and found its fee paid already, or that is not what was asked for. Staff settle it: they give it
-- back, or use it for other fees.
create sequence online_surplus_ids;
create table online_surplus (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('online_surplus_ids'),
  order_id bigint not null,
  student_id bigint not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  arrived_at timestamptz not null default now(),
  outcome text check (outcome in ('REFUNDED', 'COLLECTED')),
  -- The refund's reference, or the receipt's number.
  reference text,
  payment_id bigint,
  settled_at timestamptz,
  settled_by uuid,
  settled_by_name text,
  primary key (school_id, id),
  unique (school_id, order_id, student_id),
  check ((outcome is null) = (settled_at is null) and (outcome is null) = (settled_by is null)
    and (outcome is null) = (settled_by_name is null) and (outcome is null) = (reference is null)),
  check ((outcome is not distinct from 'COLLECTED') = (payment_id is not null)),
  foreign key (school_id, order_id) references online_orders (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, payment_id) references payments (school_id, id)
);
create index online_surplus_open on online_surplus (school_id, arrived_at) where outcome is null;
create index online_surplus_student on online_surplus (school_id, student_id);

alter table payments add column order_id bigint;
alter table payments add foreign key (school_id, order_id) references online_orders (school_id, id);
alter table payments add check (order_id is null or mode = 'ONLINE');
create index payments_order on payments (school_id, order_id) where order_id is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'guardian_links', 'online_orders', 'online_order_lines', 'online_order_events', 'online_surplus'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

-- An order's price is final, and so are the states in which its money has arrived.
revoke delete, update on guardian_links, online_orders, online_order_lines, online_order_events, online_surplus from shala_app;
grant update (expires_at, last_used_at, revoked_at, revoked_by, revoked_by_name) on guardian_links to shala_app;
grant update (state, gateway_reference, gateway_mode, bank_reference, received, message, checked_at, settled_at) on online_orders to shala_app;
grant update (outcome, reference, payment_id, settled_at, settled_by, settled_by_name) on online_surplus to shala_app;
create policy final_order on online_orders as restrictive for update using (state not in ('SUCCESS', 'MISMATCH')) with check (true);
create policy final_surplus on online_surplus as restrictive for update using (outcome is null) with check (true);
create policy final_link on guardian_links as restrictive for update using (revoked_at is null) with check (true);

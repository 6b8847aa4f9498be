-- What the gateway tells of an order by itself: that it has refunded money, or that a bank asks for it back. The office looks
-- at it. It changes no order, blocks no fee and accuses nobody.
create sequence gateway_notice_ids;
create table gateway_notices (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('gateway_notice_ids'),
  order_id bigint not null,
  kind text not null constraint gateway_notices_kind check (kind in ('REFUND', 'CHARGEBACK')),
  -- The gateway's own number of the refund or chargeback, and its own word for the state. Each new word is a notice.
  reference text not null,
  status text not null,
  -- Missing where the gateway names none.
  amount bigint constraint gateway_notices_amount check (amount >= 0),
  arrived_at timestamptz not null default now(),
  seen_at timestamptz,
  seen_by uuid,
  seen_by_name text,
  primary key (school_id, id),
  constraint gateway_notices_once unique (school_id, order_id, kind, reference, status),
  constraint gateway_notices_seen check ((seen_at is null) = (seen_by is null) and (seen_at is null) = (seen_by_name is null)),
  foreign key (school_id, order_id) references online_orders (school_id, id)
);
create index gateway_notices_open on gateway_notices (school_id, id) where seen_at is null;

alter table gateway_notices enable row level security;
alter table gateway_notices force row level security;
create policy tenant on gateway_notices using (school_id = current_school()) with check (school_id = current_school());
revoke delete, update on gateway_notices from shala_app;
grant update (seen_at, seen_by, seen_by_name) on gateway_notices to shala_app;

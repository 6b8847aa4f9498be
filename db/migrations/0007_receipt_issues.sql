-- Which receipts were given out: the first row is the original, so that every later paper says that it is a duplicate. A request
-- that was sent again under its key gets the original again.
create table receipt_issues (
  school_id bigint not null references schools (id),
  payment_id bigint not null,
  key uuid not null,
  issued_at timestamptz not null default now(),
  issued_by uuid not null,
  issued_by_name text not null,
  primary key (school_id, payment_id),
  foreign key (school_id, payment_id) references payments (school_id, id)
);
alter table receipt_issues enable row level security;
alter table receipt_issues force row level security;
create policy tenant on receipt_issues using (school_id = current_school()) with check (school_id = current_school());
revoke update, delete on receipt_issues from shala_app;

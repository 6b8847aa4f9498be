-- Concessions: what a student pays less by a rule of the school, such as RTE. And discounts that wait for an ADMIN's approval.

-- The school's own names, with what is usual for each.
create sequence concession_kind_ids;
create table concession_kinds (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('concession_kind_ids'),
  name text not null check (name <> ''),
  -- Hundredths of a per cent of each fee, or paise of each fee.
  share integer check (share between 1 and 10000),
  amount bigint check (amount between 1 and 1000000000000),
  -- Names, because each term has its own categories; null: all fixed fees.
  category_names text[] check (cardinality(category_names) > 0),
  for_siblings boolean not null default false,
  -- Whether it is given only with a document that proves it.
  needs_document boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (school_id, id),
  check ((share is null) <> (amount is null))
);
create unique index concession_kinds_name on concession_kinds (school_id, lower(name)) where deleted_at is null;

create sequence concession_ids;
create table concessions (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('concession_ids'),
  term_id bigint not null,
  student_id bigint not null,
  kind_id bigint not null,
  share integer check (share between 1 and 10000),
  amount bigint check (amount between 1 and 1000000000000),
  -- The fees that it covers: those of categories, single ones, or, without either, all.
  fee_category_ids bigint[] check (cardinality(fee_category_ids) > 0),
  fee_ids bigint[] check (cardinality(fee_ids) > 0),
  starts_on date not null,
  -- null: until the term ends.
  ends_on date check (ends_on >= starts_on),
  reason text not null check (reason <> ''),
  file_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  -- The last day that it is for. A day before it starts takes it back as a whole.
  ended_on date,
  ended_at timestamptz,
  ended_by uuid,
  ended_by_name text,
  end_reason text,
  primary key (school_id, id),
  unique (school_id, term_id, student_id, id),
  check ((share is null) <> (amount is null)),
  check (fee_category_ids is null or fee_ids is null),
  check ((ended_on is null) = (ended_at is null) and (ended_on is null) = (ended_by is null)
    and (ended_on is null) = (ended_by_name is null) and (ended_on is null) = (end_reason is null)),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id),
  foreign key (school_id, kind_id) references concession_kinds (school_id, id)
);

create sequence discount_request_ids;
create table discount_requests (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('discount_request_ids'),
  term_id bigint not null,
  student_id bigint not null,
  fee_ids bigint[] not null check (cardinality(fee_ids) > 0),
  amount bigint not null check (amount between 1 and 1000000000000),
  reason text not null check (reason <> ''),
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN')),
  request_key uuid not null,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  decided_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  decision_reason text not null default '',
  primary key (school_id, id),
  unique (school_id, request_key),
  unique (school_id, term_id, student_id, id),
  check ((state = 'WAITING') = (decided_at is null) and (state = 'WAITING') = (decided_by is null)
    and (state = 'WAITING') = (decided_by_name is null)),
  foreign key (school_id, term_id, student_id) references enrolments (school_id, term_id, student_id)
);
create index discount_requests_waiting on discount_requests (school_id) where state = 'WAITING';

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['concession_kinds', 'concessions', 'discount_requests'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

-- A concession that was given is ended, and a request is decided; neither is rewritten. An erasure blanks the reasons and the document.
revoke delete on concession_kinds from shala_app;
revoke delete, update on concessions, discount_requests from shala_app;
grant update (ended_on, ended_at, ended_by, ended_by_name, end_reason, reason, file_id) on concessions to shala_app;
grant update (state, decided_at, decided_by, decided_by_name, decision_reason, reason) on discount_requests to shala_app;

-- What a concession takes off a fee is a line of its own kind, without a payment. The constraints are not validated: the rows satisfied
-- the dropped ones, which allow less, and have no value in the new columns.
alter table collected_lines
  add column concession_id bigint,
  -- The request that an ADMIN has approved.
  add column discount_request_id bigint,
  drop constraint collected_lines_status_check,
  drop constraint collected_lines_without_payment;
alter table collected_lines
  add constraint collected_lines_status_check check (
    status in ('PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND')
  ) not valid,
  add constraint collected_lines_without_payment check (
    case when payment_id is null then status in ('DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND')
      else status not in ('DISCOUNT', 'WRITE_OFF', 'CONCESSION', 'REFUND') end
  ) not valid,
  add constraint collected_lines_concession check ((status = 'CONCESSION') = (concession_id is not null)) not valid,
  add constraint collected_lines_request check (discount_request_id is null or status = 'DISCOUNT') not valid,
  add constraint collected_lines_of_concession foreign key (school_id, term_id, student_id, concession_id)
    references concessions (school_id, term_id, student_id, id) not valid,
  add constraint collected_lines_of_request foreign key (school_id, discount_request_id)
    references discount_requests (school_id, id) not valid;

-- The largest discount that FEES gives without an ADMIN: in hundredths of a per cent of the fees, and in paise; null: no limit.
alter table schools
  add column discount_limit_share integer,
  add column discount_limit_amount bigint,
  add constraint schools_discount_limit check (
    discount_limit_share between 0 and 10000 and discount_limit_amount between 0 and 1000000000000
  ) not valid;

-- ADMINs are told on their devices of discounts to approve. The constraints are not validated: every older row passed a narrower one.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'CHAT', 'APPROVAL'
  )
) not valid;
alter table message_kinds drop constraint message_kinds_kind_check;
alter table message_kinds add constraint message_kinds_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'CHAT', 'APPROVAL'
  )
) not valid;

-- The document that proves a concession.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (
  purpose in (
    'school-logo', 'school-signature', 'student-photo', 'student-aadhar', 'user-photo', 'certificate-picture', 'document',
    'chat-attachment', 'legacy-import', 'concession-document'
  )
) not valid;

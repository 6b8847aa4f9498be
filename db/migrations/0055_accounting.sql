-- Vouchers for the accountant's program: the ledgers they are booked on, the exports, and which voucher was in which export.

-- The constraints are not validated: every older row passed a narrower one.
alter table document_jobs drop constraint document_jobs_kind_check;
alter table document_jobs add constraint document_jobs_kind_check check (
  kind in ('REPORT', 'ID_CARDS', 'STUDENT_DATA', 'ACCOUNTING')
) not valid;
alter table document_job_files drop constraint document_job_files_format_check;
alter table document_job_files add constraint document_job_files_format_check check (
  format in ('PDF', 'XLSX', 'CSV', 'JSON', 'ZIP', 'XML')
) not valid;

-- A ledger's name in the accountant's program, where the school has chosen one; everything else has the name of what is booked on it.
create table accounting_ledgers (
  school_id bigint not null references schools (id),
  kind text not null check (kind in ('CASH', 'BANK', 'ACCOUNT', 'MODE', 'FEES', 'EXPENSES', 'DISCOUNT', 'CONCESSION', 'WRITE_OFF')),
  -- The id of the bank account or category, the name of the payment mode; '' for a kind with one ledger.
  key text not null,
  name text not null check (length(name) between 1 and 99),
  primary key (school_id, kind, key),
  check ((key = '') = (kind in ('CASH', 'BANK', 'DISCOUNT', 'CONCESSION', 'WRITE_OFF')))
);

-- An export of a range of days. It counts once its document is made.
create sequence accounting_export_ids;
create table accounting_exports (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('accounting_export_ids'),
  job_id bigint not null,
  first_day date not null,
  last_day date not null,
  -- Only what no earlier export had, and what has to be cancelled since.
  only_new boolean not null,
  -- What the document holds, written when it is made.
  vouchers integer not null default 0 check (vouchers >= 0),
  cancelled integer not null default 0 check (cancelled >= 0),
  collected bigint not null default 0 check (collected >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  spent bigint not null default 0 check (spent >= 0),
  primary key (school_id, id),
  unique (school_id, job_id),
  check (last_day between first_day and first_day + 365),
  foreign key (school_id, job_id) references document_jobs (school_id, id)
);

-- A voucher of an export: the row that it was made from, which has no foreign key, because sources are several tables.
create table accounting_vouchers (
  school_id bigint not null references schools (id),
  export_id bigint not null,
  source text not null check (source in ('RECEIPT', 'EXPENSE', 'REDUCTION', 'REFUND')),
  source_id bigint not null,
  -- The export cancels the voucher.
  cancelled boolean not null,
  primary key (school_id, source, source_id, export_id),
  foreign key (school_id, export_id) references accounting_exports (school_id, id)
);
create index accounting_vouchers_export on accounting_vouchers (school_id, export_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['accounting_ledgers', 'accounting_exports', 'accounting_vouchers'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;

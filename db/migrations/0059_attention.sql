-- Attention: cases of children whom the rules of the school find (decisions/0064).

-- Whether a rule finds children in a school, and its limit. A rule without a row is as schools have it by default.
create table attention_rules (
  school_id bigint not null references schools (id),
  rule text not null check (rule in ('ABSENT_RUN', 'LOW_SHARE', 'FALL', 'WEEKDAY', 'GATE', 'OVERDUE')),
  enabled boolean not null,
  -- Days, per cent, points or times, by the rule.
  threshold integer not null check (threshold between 1 and 365),
  changed_at timestamptz not null default now(),
  changed_by_name text not null,
  primary key (school_id, rule)
);

-- Until when a school's children were looked at. Whoever looks locks it, so that two jobs at once find each child once.
create table attention_sweeps (
  school_id bigint primary key references schools (id),
  -- The last day on which all sections were looked at; null when that is to be done again.
  swept_on date,
  -- Registers that changed before this were looked at.
  seen_until timestamptz not null default now()
);

create sequence attention_case_ids;
create table attention_cases (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('attention_case_ids'),
  term_id bigint not null,
  student_id bigint not null,
  -- Teachers see no money, so that fees are a case of their own.
  concern text not null check (concern in ('ATTENDANCE', 'FEES')),
  owner_id bigint,
  opened_on date not null,
  opened_at timestamptz not null default now(),
  -- It waits until this day.
  look_again_on date,
  closed_on date,
  closed_at timestamptz,
  -- By hand; null for a case that has closed by itself.
  closed_by uuid,
  closed_by_name text,
  close_reason text check (length(close_reason) between 1 and 500),
  primary key (school_id, id),
  check ((closed_at is null) = (closed_on is null) and closed_on >= opened_on),
  check ((closed_by is null) = (closed_by_name is null) and (closed_by is null) = (close_reason is null)),
  check (closed_at is not null or closed_by is null),
  check (closed_at is null or look_again_on is null),
  foreign key (school_id, term_id) references terms (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, owner_id) references users (school_id, id) on delete set null (owner_id)
);
create unique index attention_cases_open on attention_cases (school_id, student_id, concern) where closed_at is null;
create index attention_cases_term on attention_cases (school_id, term_id, closed_at);
create index attention_cases_student on attention_cases (school_id, student_id);
create index attention_cases_owner on attention_cases (school_id, owner_id) where owner_id is not null;

-- Why a case was opened. A reason stands until its figure is good again, also when the case was closed by hand: the rule finds the
-- child anew only after that.
create sequence attention_reason_ids;
create table attention_reasons (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('attention_reason_ids'),
  case_id bigint not null,
  student_id bigint not null,
  rule text not null check (rule in ('ABSENT_RUN', 'LOW_SHARE', 'FALL', 'WEEKDAY', 'GATE', 'OVERDUE')),
  found_on date not null,
  -- The figure when it was found, and now or when it was gone: tenths of a per cent, days, times or paise; and what it is compared with.
  found_value bigint not null,
  found_base bigint not null,
  value bigint not null,
  base bigint not null,
  -- The first day of a run, the last day of a mismatch, the oldest due date.
  since date,
  -- 0 for Sunday.
  weekday smallint check (weekday between 0 and 6),
  gone_on date check (gone_on >= found_on),
  gone_why text check (gone_why in ('FIGURE', 'LEFT', 'TERM', 'OFF')),
  primary key (school_id, id),
  check ((gone_on is null) = (gone_why is null)),
  foreign key (school_id, case_id) references attention_cases (school_id, id) on delete cascade,
  foreign key (school_id, student_id) references students (school_id, id)
);
create unique index attention_reasons_standing on attention_reasons (school_id, student_id, rule) where gone_on is null;
create index attention_reasons_case on attention_reasons (school_id, case_id);
create index attention_reasons_student on attention_reasons (school_id, student_id);

-- What was done about a case: calls, notes, messages. It is added to, never rewritten.
create sequence attention_entry_ids;
create table attention_entries (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('attention_entry_ids'),
  case_id bigint not null,
  student_id bigint not null,
  kind text not null check (kind in ('CALL', 'NOTE', 'MESSAGE')),
  -- When it was said, by whoever writes it down.
  day date not null,
  -- Who was called.
  person text not null default '' check (length(person) <= 100),
  said text not null default '' check (length(said) <= 1000),
  agreed text not null default '' check (length(agreed) <= 500),
  look_again_on date,
  -- The message that was sent.
  batch_id bigint,
  written_at timestamptz not null default now(),
  written_by uuid not null,
  written_by_name text not null,
  primary key (school_id, id),
  check ((kind = 'MESSAGE') = (batch_id is not null)),
  foreign key (school_id, case_id) references attention_cases (school_id, id) on delete cascade,
  foreign key (school_id, student_id) references students (school_id, id),
  foreign key (school_id, batch_id) references message_batches (school_id, id)
);
create index attention_entries_case on attention_entries (school_id, case_id, id);
create index attention_entries_student on attention_entries (school_id, student_id);
create index attention_entries_batch on attention_entries (school_id, batch_id) where batch_id is not null;

-- How long a school keeps what was said about its cases.
alter table retention add column attention_days integer;
alter table retention add constraint retention_attention_days check (attention_days between 365 and 36500) not valid;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'attention_rules', 'attention_sweeps', 'attention_cases', 'attention_reasons', 'attention_entries'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- Entries go with their student, and lose their texts when these are too old or the student is erased.
revoke update on attention_entries from shala_app;
grant update (person, said, agreed) on attention_entries to shala_app;

-- What messages say: the texts that are registered at the providers, how each kind goes in a school, and who has ordered what.

alter table schools
  -- Whether messages go by WhatsApp before they go by SMS.
  add column whatsapp boolean not null default false,
  -- The school as the operators have registered it (DLT), for the record: the provider of SMS keeps its own copy and names it.
  add column dlt_entity_id text not null default '' check (dlt_entity_id ~ '^([0-9]{10,25})?$'),
  -- In between nobody is written to, in the school's own time; the same time twice is never quiet.
  add column quiet_from time not null default '21:00',
  add column quiet_to time not null default '08:00';

create sequence message_template_ids;
create table message_templates (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('message_template_ids'),
  kind text not null check (
    kind in (
      'LOGIN_DETAILS', 'LOGIN_REMINDER', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'WEEKLY', 'TIMETABLE', 'RECEIPT', 'DISCIPLINE', 'NOTICE'
    )
  ),
  -- Tells a school's notices apart; of the other kinds there is one for each channel, without a name.
  name text not null default '' check (length(name) <= 60),
  channel text not null check (channel in ('WHATSAPP', 'SMS')),
  language text not null default 'en' check (language ~ '^[a-z]{2,3}(_[A-Z]{2})?$'),
  whatsapp_name text not null default '' check (whatsapp_name ~ '^[a-z0-9_]*$' and length(whatsapp_name) <= 512),
  -- The operators' id of the text, and the one that the provider of SMS gave it when it was entered there: messages are sent by that.
  dlt_template_id text not null default '' check (dlt_template_id ~ '^([0-9]{10,25})?$'),
  sms_template_id text not null default '' check (sms_template_id ~ '^([0-9A-Za-z]{10,40})?$'),
  -- Word for word what is registered, with {{variable}} where each message differs.
  text text not null check (length(text) between 1 and 1000),
  -- Of one WhatsApp message, or of one segment of an SMS, in paise.
  price bigint not null default 0 check (price between 0 and 1000000),
  -- One more with every change.
  version integer not null default 1 check (version > 0),
  changed_at timestamptz not null default now(),
  changed_by_name text not null,
  deleted_at timestamptz,
  primary key (school_id, id),
  check ((kind = 'NOTICE') = (name <> '')),
  check ((channel = 'WHATSAPP') = (whatsapp_name <> '')),
  check ((channel = 'SMS') = (dlt_template_id <> '') and (channel = 'SMS') = (sms_template_id <> ''))
);
create unique index message_templates_once on message_templates (school_id, kind, channel, lower(name)) where deleted_at is null;

-- How a kind of message goes in a school; a kind without a row goes as schools go by default.
create table message_kinds (
  school_id bigint not null references schools (id),
  kind text not null check (
    kind in (
      'LOGIN_DETAILS', 'LOGIN_REMINDER', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'WEEKLY', 'TIMETABLE', 'RECEIPT', 'DISCIPLINE', 'NOTICE',
      'CHAT'
    )
  ),
  enabled boolean not null,
  -- Tried in this order; empty: the default.
  channels text[] not null default '{}' check (channels <@ array['WHATSAPP', 'SMS', 'EMAIL', 'APP']),
  changed_at timestamptz not null default now(),
  changed_by_name text not null,
  primary key (school_id, kind)
);

-- What a person has sent: to whom, by which template, and what the preview said of it.
create sequence message_batch_ids;
create table message_batches (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('message_batch_ids'),
  kind text not null check (kind in ('LOGIN_DETAILS', 'LOGIN_REMINDER', 'NOTICE')),
  -- Of a notice, by which its messages find their registered texts.
  template_name text not null default '',
  -- 0 whole school, 1 sections, 2 students.
  audience smallint not null check (audience between 0 and 2),
  section_ids bigint[] not null default '{}',
  student_ids bigint[] not null default '{}',
  text text not null default '',
  -- What its preview stood for. Exactly the same is sent again only some minutes later, knowingly: then it names the one before it.
  token text not null check (token <> ''),
  again_of bigint,
  -- How many messages, and what they cost if the first channel of each takes them, in paise.
  total integer not null check (total > 0),
  cost bigint not null check (cost >= 0),
  created_at timestamptz not null default now(),
  created_by uuid not null,
  created_by_name text not null,
  primary key (school_id, id),
  foreign key (school_id, again_of) references message_batches (school_id, id),
  check ((audience = 1) = (section_ids <> '{}') and (audience = 2) = (student_ids <> '{}'))
);
-- Of two who send the same at once, one does.
create unique index message_batches_once on message_batches (school_id, token, coalesce(again_of, 0));

alter table messages add foreign key (school_id, batch_id) references message_batches (school_id, id);

-- That a job has told a school what it tells once in a day or a month: every process may run it, one does.
create table message_runs (
  school_id bigint not null references schools (id),
  kind text not null,
  -- '2026-11-22', or '2026-11' of what is told once a month.
  occasion text not null,
  at timestamptz not null default now(),
  queued integer not null default 0 check (queued >= 0),
  primary key (school_id, kind, occasion)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['message_templates', 'message_kinds', 'message_batches', 'message_runs'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- What was sent stays as it was ordered, and a template that went out can still be read.
revoke update, delete on message_batches from shala_app;
revoke delete on message_templates, message_runs from shala_app;

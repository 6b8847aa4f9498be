-- The message queue: what is sent to people, by which ways, and what became of it. Nothing was released that is in the old table.
drop table messages;

-- One row per recipient and event.
create table messages (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('message_ids'),
  kind text not null check (
    kind in (
      'LOGIN_DETAILS', 'LOGIN_REMINDER', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'WEEKLY', 'TIMETABLE', 'RECEIPT', 'DISCIPLINE', 'NOTICE',
      'CHAT'
    )
  ),
  -- What it tells of, so that it is told once.
  event text not null check (event <> ''),
  -- The day it is about, where it is about one.
  day date,
  -- Whose order it is part of; null: of no order.
  batch_id bigint,
  -- Where each channel finds the recipient.
  phone text not null default '' check (phone ~ '^([0-9]{10})?$' and phone <> '1234567890'),
  email text not null default '',
  subject uuid,
  -- What the text is filled with, by name; every value a text.
  params jsonb not null check (jsonb_typeof(params) = 'object'),
  -- As it was handed over at last; empty before.
  text text not null default '',
  -- The channels that are tried, in this order, and the one it is at.
  channels text[] not null check (cardinality(channels) > 0 and channels <@ array['WHATSAPP', 'SMS', 'EMAIL', 'APP']),
  channel text not null,
  state text not null default 'QUEUED' check (
    state in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CANCELLED')
  ),
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- From then on nobody wants to hear it.
  expires_at timestamptz,
  -- How often the channel it is at was tried, and how often all of them were: what a provider is given as its name ends with the latter.
  attempts integer not null default 0 check (attempts >= 0),
  tries integer not null default 0 check (tries >= attempts),
  -- The try that is under way, or was the last.
  run uuid,
  claimed_at timestamptz,
  sent_at timestamptz,
  state_at timestamptz not null default now(),
  provider_ref text,
  -- Why it is FAILED, UNKNOWN or CANCELLED, in words for staff.
  failure text,
  -- Who has cancelled it; null where it was not true any more. What a person has cancelled does not wait again by itself.
  cancelled_by_name text,
  -- Since when what it says is true no more, of one that has gone or is on its way: no other channel tells it, and nobody again.
  withdrawn_at timestamptz,
  primary key (school_id, id),
  unique (school_id, kind, event),
  check (channel = any (channels)),
  check (state <> 'SENDING' or run is not null),
  check (state not in ('FAILED', 'UNKNOWN') or failure is not null),
  check (cancelled_by_name is null or state = 'CANCELLED'),
  check (withdrawn_at is null or state <> 'QUEUED')
);
create index messages_day on messages (school_id, kind, day, state) where day is not null;
create index messages_batch on messages (school_id, batch_id, state) where batch_id is not null;

-- Whom a message is about: brothers and sisters on one phone are one message.
create table message_students (
  school_id bigint not null references schools (id),
  message_id bigint not null,
  student_id bigint not null,
  primary key (school_id, message_id, student_id),
  foreign key (school_id, message_id) references messages (school_id, id) on delete cascade,
  foreign key (school_id, student_id) references students (school_id, id)
);
create index message_students_student on message_students (school_id, student_id, message_id desc);

-- What became of a message, step by step.
create sequence message_event_ids;
create table message_events (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('message_event_ids'),
  message_id bigint not null,
  at timestamptz not null default now(),
  channel text not null,
  state text not null,
  detail text not null default '',
  primary key (school_id, id),
  foreign key (school_id, message_id) references messages (school_id, id) on delete cascade
);
create index message_events_message on message_events (school_id, message_id, id);

-- The messages of all schools about which something is to be done, and when: sent, or given up for lost. Global, because who looks is
-- of no school; it holds nothing but the way to them.
create table message_queue (
  school_id bigint not null references schools (id),
  message_id bigint not null,
  channel text not null,
  due_at timestamptz not null,
  primary key (school_id, message_id),
  foreign key (school_id, message_id) references messages (school_id, id) on delete cascade
);
create index message_queue_due on message_queue (channel, due_at);
create index message_queue_school on message_queue (school_id, channel, due_at);

-- What a provider calls a message, so that its word about it is understood. Global: the provider knows no school.
create table message_refs (
  provider text not null,
  ref text not null,
  school_id bigint not null references schools (id),
  message_id bigint not null,
  -- Which try it was.
  try integer not null,
  primary key (provider, ref),
  foreign key (school_id, message_id) references messages (school_id, id) on delete cascade
);
create index message_refs_message on message_refs (school_id, message_id);

-- How much a provider takes just now over all processes. Global: all schools send by one account. With a recipient, which is a digest
-- of the phone, it says when something was last sent there.
create table send_gates (
  provider text not null,
  recipient text not null default '',
  tokens double precision not null,
  -- How many were given out the last time.
  taken integer not null default 0,
  refilled_at timestamptz not null default clock_timestamp(),
  primary key (provider, recipient)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['messages', 'message_students', 'message_events'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (school_id = current_school()) with check (school_id = current_school())',
      tenant_table
    );
  end loop;
end $$;
-- What has become of a message is added to, and goes with the message.
revoke update, delete on message_events from shala_app;

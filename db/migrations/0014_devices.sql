-- The devices on which people asked to be told, each by the address of its browser at a push service. Global as logins are: a device
-- belongs to an account, and an address to one account of the whole installation, so that nobody reads on a shared device what is said
-- to who used it before.
create sequence device_token_ids;
create table device_tokens (
  id bigint primary key default nextval('device_token_ids'),
  subject uuid not null references logins (subject) on delete cascade,
  endpoint text not null unique check (length(endpoint) between 1 and 2000),
  -- The browser's keys, which a notification is encrypted for: base64url.
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  created_at timestamptz not null default now(),
  -- When something was last said to it.
  last_used_at timestamptz
);
create index device_tokens_subject on device_tokens (subject);

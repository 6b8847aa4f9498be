-- Under which secrets the values of this database are sealed: their ids, never the secrets. No server starts without one of them.
create table installation_keys (
  id text primary key check (id ~ '^[0-9a-f]{16}$'),
  since timestamptz not null default now(),
  -- Nothing is under it any more.
  retired_at timestamptz
);

-- What belongs to the installation itself and stays when its secret is replaced, such as the pair of keys that devices know it by.
create table installation_secrets (
  name text primary key check (name <> ''),
  value_sealed bytea not null
);

revoke insert, update, delete on installation_keys, installation_secrets from shala_app;

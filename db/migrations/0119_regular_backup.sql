-- How far the backups of BACKUP_EVERY are (decisions/0123), for all serving processes. One row, none before the first
-- try. No backup contains it: a restored installation has no backup of its own yet.
create table regular_backup (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null default now(),
  -- Everything acknowledged before is in a backup; null before the first.
  safe_at timestamptz,
  -- Why the last try failed, as a sentence; null when it did not.
  trouble text
);
revoke insert, update, delete on regular_backup from shala_app;

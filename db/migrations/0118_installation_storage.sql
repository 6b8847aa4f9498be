-- Which storage holds the files of this installation (decisions/0122): the storage carries the same mark. One row,
-- written by the first server that starts.
create table installation_storage (
  id smallint primary key default 1 check (id = 1),
  mark uuid not null,
  -- The mark of the storage into which files are being moved; it takes the place of the other one when all are there.
  next_mark uuid
);

revoke insert, update, delete on installation_storage from shala_app;

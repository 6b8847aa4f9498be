-- A row of files is inserted before its bytes are written, and counts meanwhile. A record takes a file only when all of
-- its bytes are there (decisions/0111). Existing rows have them. A process of the version
-- before inserts rows that count as stored, as they did.
alter table files add column stored boolean not null default true;
alter table files add constraint files_attached_are_stored check (stored or not attached) not valid;

-- A file is loose until a record holds it: then no second record can take it, and what stays loose is swept.
alter table files add column attached boolean not null default false;
create index files_loose on files (school_id, created_at) where not attached;

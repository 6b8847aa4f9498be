-- A file of the previous system that comes again must not bring an erased student back. Nothing here says which row of students she was:
-- whoever has the file may learn that somebody in it was erased, and nothing of what stands in the school's books about her.
create table erased_legacy_ids (
  school_id bigint not null references schools (id),
  digest bytea not null check (length(digest) = 32),
  primary key (school_id, digest)
);
alter table erased_legacy_ids enable row level security;
alter table erased_legacy_ids force row level security;
create policy tenant on erased_legacy_ids using (school_id = current_school()) with check (school_id = current_school());
revoke update, delete on erased_legacy_ids from shala_app;

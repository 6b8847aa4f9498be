-- Of which state the rows are that a process may keep a copy of. A transaction that changes one puts a new stamp before it
-- commits, so a read that finds the stamp of the copy has proved the copy.
create sequence change_stamp_ids;
create table change_stamps (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('change_stamp_ids'),
  topic text not null,
  stamp uuid not null,
  primary key (school_id, id)
);
create unique index change_stamps_once on change_stamps (school_id, topic);
alter table change_stamps enable row level security;
alter table change_stamps force row level security;
create policy tenant on change_stamps using (school_id = current_school()) with check (school_id = current_school());

-- How often the rows that a process keeps a copy of have changed in a school. A transaction that changes one raises the count
-- before it commits, so a read that finds the count of the copy has proved the copy.
create sequence change_count_ids;
create table change_counts (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('change_count_ids'),
  topic text not null,
  changes bigint not null,
  primary key (school_id, id)
);
create unique index change_counts_once on change_counts (school_id, topic) include (changes);
alter table change_counts enable row level security;
alter table change_counts force row level security;
create policy tenant on change_counts using (school_id = current_school()) with check (school_id = current_school());

-- A zip of photos can be undone: for a day the photos are kept that it has replaced. Then a job deletes the rows with these photos.
create sequence imported_photo_ids;
create table imported_photos (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('imported_photo_ids'),
  import_id bigint not null,
  student_id bigint not null,
  photo_file uuid not null,
  -- The photo before; null for none, and after the undo.
  former_file uuid,
  primary key (school_id, id),
  foreign key (school_id, import_id) references imports (school_id, id),
  foreign key (school_id, student_id) references students (school_id, id) on delete cascade
);
create unique index imported_photos_once on imported_photos (school_id, import_id, student_id);
create unique index imported_photos_photo on imported_photos (school_id, photo_file);
create index imported_photos_student on imported_photos (school_id, student_id);
alter table imported_photos enable row level security;
alter table imported_photos force row level security;
create policy tenant on imported_photos using (school_id = current_school()) with check (school_id = current_school());

-- Not validated: every older row passed a narrower one.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (
  kind in ('teachers', 'sections', 'students', 'openingDues', 'photos')
) not valid;

-- A file that a record holds is there and taken, and a taken file is held by one record: otherwise it is lost, or removed under another.
-- A certificate's picture is held by every format and certificate that shows it, and stays when the last of them is changed. A head's
-- signature is held by the school and by every certificate it stands on.
with pictures as (
  select distinct (picture #>> '{}')::uuid as id
  from (
    select jsonb_path_query(format, '$.**.fileId ? (@.type() == "string")') from certificate_formats where school_id = current_school()
    union all
    select jsonb_path_query(format, '$.**.fileId ? (@.type() == "string")') from certificates where school_id = current_school()
  ) shown (picture)
),
held as (
  select logo_file as id from schools where id = current_school() and logo_file is not null
  union all
  (
    select signature_file from schools where id = current_school() and signature_file is not null
    union
    select signature_file from certificates where school_id = current_school() and signature_file is not null
  )
  union all
  select photo_file from students where school_id = current_school() and photo_file is not null
  union all
  select aadhar_file from students where school_id = current_school() and aadhar_file is not null
  union all
  select former_file from imported_photos where school_id = current_school() and former_file is not null
  union all
  select photo_file from users where school_id = current_school() and photo_file is not null
  union all
  select file_id from document_job_files where school_id = current_school()
  union all
  select file_id from legacy_imports where school_id = current_school() and file_id is not null
  union all
  select file_id from chat_messages where school_id = current_school() and file_id is not null
  union all
  select file_id from concessions where school_id = current_school() and file_id is not null
  union all
  select id from pictures
),
taken as (
  select id
  from files
  where school_id = current_school() and attached
    and (purpose <> 'certificate-picture' or id in (select id from pictures))
)
select id, count(held.id)::int as records, count(taken.id)::int as files
from held full join taken using (id)
group by id
having count(held.id) <> 1 or count(taken.id) <> 1

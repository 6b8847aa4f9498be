-- How many megabytes the files of a school may take, if it differs from the installation's setting (decisions/0111).
alter table schools add column files_quota_mb integer;
alter table schools
  add constraint schools_files_quota_mb_check check (files_quota_mb between 1 and 100000000) not valid;
-- Whose document it is: the documents of one person are made in turn with those of others (decisions/0110).
alter table document_queue add column ordered_by uuid;

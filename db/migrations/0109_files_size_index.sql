-- without a transaction
-- The sizes of a school's files are added up from the index alone.
create index concurrently if not exists files_size on files (school_id) include (size);

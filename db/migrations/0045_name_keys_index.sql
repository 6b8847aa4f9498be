-- without a transaction
-- The index of migration 0003 with the keys of names: one index-only scan finds a word in the texts or in the keys.
create index concurrently if not exists students_search on students (school_id, id) include (disabled, search_text, name_keys);

-- The keys by which names are found across scripts and spellings (nameKeys in src/shared/nameSearch.ts). They are written with
-- the name. The job name-keys fills them for the rows of before, and those that a server of the version before writes meanwhile.
alter table students add column name_keys text not null default '';
alter table users add column name_keys text not null default '';

-- without a transaction
-- Supplementary publications stand beside that of the section.
create unique index concurrently if not exists result_publications_live on result_publications (school_id, section_id, part) where withdrawn_at is null and not supplementary;

-- without a transaction
-- A school has one usual format.
create unique index concurrently if not exists certificate_formats_usual on certificate_formats (school_id) where usual and deleted_at is null;

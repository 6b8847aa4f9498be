-- without a transaction
-- A school has one usual format.
create unique index concurrently if not exists certificate_formats_usual on certificate_formats (school_id) where usual and deleted_at is null;

-- A school has one expense category of a name.
create unique index concurrently if not exists expense_categories_name_key on expense_categories (school_id, name_key) where deleted_at is null;

-- without a transaction
-- Those who pay a category for some months are few, and are found without reading everybody's assignments.
create index concurrently if not exists student_fee_categories_some_months on student_fee_categories (school_id, student_id, term_id)
  where months is not null;

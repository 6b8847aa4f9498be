-- without a transaction
-- A receipt names the late fees that its payment paid.
create index concurrently if not exists collected_lines_late_fee on collected_lines (school_id, late_fee_payment_id) where late_fee_payment_id is not null;

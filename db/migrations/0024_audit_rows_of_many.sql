-- without a transaction
-- Of one student: the audit rows with more than one id, by each of them.
create index concurrently if not exists audit_log_ids on audit_log using gin (row_ids) where cardinality(row_ids) > 1;

-- without a transaction
-- The list of the audit log is narrowed by what was done and by who did it, newest first: in exactly its order, because with less the
-- planner reads a school's whole log backwards for a page of what is rare.
create index concurrently if not exists audit_log_action on audit_log (school_id, action, at desc, id desc);
create index concurrently if not exists audit_log_subject on audit_log (school_id, subject, at desc, id desc);

-- One person in one area, and one student. Row-level security lets an index answer only what leaks nothing, which rules out one of the
-- members of row_ids: the first of them it may answer, and rows with more than one are few.
create index concurrently if not exists audit_log_subject_action on audit_log (school_id, subject, action, at desc, id desc);
create index concurrently if not exists audit_log_row on audit_log (school_id, (row_ids[1])) where cardinality(row_ids) = 1;
create index concurrently if not exists audit_log_rows on audit_log (school_id, action, at desc, id desc)
  where cardinality(row_ids) > 1;

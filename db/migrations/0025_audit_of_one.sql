-- The audit log of one person in one area, and of one student. Row-level security lets an index answer only what leaks nothing, which
-- rules out one of the members of row_ids; the first of them it may answer, and rows with more than one are few.
create index audit_log_subject_action on audit_log (school_id, subject, action, at desc, id desc);
create index audit_log_row on audit_log (school_id, (row_ids[1])) where cardinality(row_ids) = 1;
create index audit_log_rows on audit_log (school_id, action, at desc, id desc) where cardinality(row_ids) > 1;

-- without a transaction
-- An entry of the audit log shows the scores that it has changed: those of its moment, see auditedScores.exports.ts.
create index concurrently if not exists score_changes_moment on score_changes (school_id, at);
create index concurrently if not exists reexamination_changes_moment on reexamination_changes (school_id, at);

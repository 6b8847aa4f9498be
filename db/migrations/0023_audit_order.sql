-- In exactly the order of the list: with less, the planner reads a school's whole log backwards for a page of what is rare.
drop index audit_log_action, audit_log_subject;
create index audit_log_action on audit_log (school_id, action, at desc, id desc);
create index audit_log_subject on audit_log (school_id, subject, at desc, id desc);

-- without a transaction
-- The board at the gate shows the latest scans of the day, and sorted all of them for it.
create index concurrently if not exists gate_scans_latest on gate_scans (school_id, day, at desc, id desc);

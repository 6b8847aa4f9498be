-- without a transaction
-- What families have told of a day is read at once for the page of the day. Few notes end today or later.
create index concurrently if not exists leave_notes_day on leave_notes (school_id, to_day) where withdrawn_at is null;

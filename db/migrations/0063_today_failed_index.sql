-- without a transaction
-- The page of the day counts the messages that failed.
create index concurrently if not exists messages_failed on messages (school_id, queued_at) where state = 'FAILED';

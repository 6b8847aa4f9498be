-- without a transaction
-- A kind has one registered text for each channel and language. WhatsApp's en_US is English.
create unique index concurrently if not exists message_templates_once on message_templates (school_id, kind, channel, lower(name), split_part(language, '_', 1)) where deleted_at is null;

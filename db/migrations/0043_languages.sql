-- In which language a school writes, a person reads, and a family is written to. The product checks which ones it speaks, so that
-- a language more needs no change here.

alter table schools
  -- Of messages to families who have not chosen one, and of pages for readers whose browser wishes none that the product speaks.
  add column language text not null default 'en' check (language ~ '^[a-z]{2,3}$');

-- What the person has chosen for the pages, on whatever device; null: nothing.
alter table logins add column language text check (language ~ '^[a-z]{2,3}$');

-- In which the family is written to; empty: the school's.
alter table students add column language text not null default '' check (language ~ '^([a-z]{2,3})?$');

-- A kind has one registered text for each channel and language. WhatsApp's en_US is English.
drop index message_templates_once;
create unique index message_templates_once on message_templates (school_id, kind, channel, lower(name), split_part(language, '_', 1))
  where deleted_at is null;

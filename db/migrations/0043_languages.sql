-- In which language a school writes, a person reads, and a family is written to. The product checks which languages it
-- speaks, so that a language more needs no change here, and no filled table is read under a lock for it.

-- Of messages to families who have chosen none, and of pages for readers whose browser wishes none that the product speaks.
alter table schools add column language text not null default 'en';

-- What the person has chosen for the pages, on whatever device; null: nothing.
alter table logins add column language text;

-- In which the family is written to; empty: the school's.
alter table students add column language text not null default '';

-- Replaced by 0046: a kind has one registered text for each channel and language.
drop index message_templates_once;

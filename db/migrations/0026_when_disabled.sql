-- When a student was disabled or enabled last; at first when the row was made. What is kept for a time after she has left counts from
-- there. Of those who are disabled already nobody knows since when: they count from here. A default for rows that are there is no write.
alter table students add column switched_at timestamptz not null default now();

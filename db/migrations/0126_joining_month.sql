-- How a school asks for the month in which a child joins: the whole month, half of it, by its days, or from the next month on.
alter table schools add column joining_month text not null default 'WHOLE';
alter table schools add constraint schools_joining_month check (joining_month in ('WHOLE', 'HALF', 'DAYS', 'NEXT')) not valid;

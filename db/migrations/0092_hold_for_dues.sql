-- A school can hold report cards from families with overdue fees (decisions/0097).
alter table schools add column hold_for_dues boolean not null default false;

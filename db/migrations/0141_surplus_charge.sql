-- The service charge and its tax that were paid on surplus: they go back with it. 0 for surplus from before.
alter table online_surplus add column charge bigint not null default 0;
alter table online_surplus add constraint online_surplus_charge check (charge >= 0) not valid;

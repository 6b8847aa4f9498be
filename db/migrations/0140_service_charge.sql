-- The service charge of online payments: its percentage, which nothing has read before, and who bears it.
alter table schools drop constraint schools_fee_percent_check;
alter table schools alter column fee_percent set default 2;
-- A server of the version before would write 0.001 for a new school, which must not become a price.
alter table schools add constraint schools_fee_percent
  check (fee_percent between 0 and 10 and fee_percent = round(fee_percent, 2)) not valid;
alter table schools add column charge_bearer text not null default 'FAMILY';
alter table schools add constraint schools_charge_bearer check (charge_bearer in ('FAMILY', 'SCHOOL')) not valid;

-- The percentage that an order was priced with: 0 where the school bears the charge.
alter table online_orders add column charge_percent numeric(4, 2) not null default 2;
alter table online_orders add constraint online_orders_charge_percent check (charge_percent between 0 and 10) not valid;

-- Whatever stood there had no effect, so all schools go on with the 2 % that their families pay. It stands last, because no
-- table is altered after its rows were changed.
update schools set fee_percent = 2;

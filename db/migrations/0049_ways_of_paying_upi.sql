-- UPI at the counter: the school's own address, shown as a QR code, and the reference in the code of a payment.
-- The constraints are not validated: every row has the default.
alter table schools
  -- Such as school@sbi; empty: no code is shown.
  add column upi_address text not null default '',
  -- Who the parent's app says the money goes to; empty: the school's name.
  add column upi_payee text not null default '';
alter table schools add constraint schools_upi_address_check check (
  upi_address = '' or upi_address ~ '^[A-Za-z0-9._-]{2,200}@[A-Za-z][A-Za-z0-9]{1,50}$'
) not valid;

-- A hint: the bank may show it beside the money, and the parent's app may have left it out.
alter table payments add column upi_ref text;
alter table payments add constraint payments_upi_ref_check check (upi_ref is null or mode = 'UPI') not valid;

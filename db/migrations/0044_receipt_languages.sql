-- What a school's receipts are printed in: one language, or one of India's with English beside it. English is what they all were.
-- The constraint is not validated: every row has the default.
alter table schools add column receipt_languages text not null default 'EN';
alter table schools add constraint schools_receipt_languages_check check (
  receipt_languages in ('EN', 'HI', 'MR', 'HI_EN', 'MR_EN')
) not valid;

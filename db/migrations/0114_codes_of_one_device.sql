-- A guardian's code of digits works only on the device that asked for it (decisions/0117). Older rows are minutes old at
-- most, and were asked for by no known device.
alter table guardian_codes add column device bytea;
-- The device that asked last for codes of a phone, and when another one has asked within a day of it.
alter table guardian_sign_ins add column device bytea;
alter table guardian_sign_ins add column shared_at timestamptz;

-- Notifications on the devices of guardians, who have no account: such a device belongs to the session, and goes with it.
alter table device_tokens alter column subject drop not null;
alter table device_tokens add column guardian_session uuid references guardian_sessions (id) on delete cascade;
-- Not validated: every older row has a subject.
alter table device_tokens add constraint device_tokens_owner check ((subject is null) <> (guardian_session is null)) not valid;
create index device_tokens_guardian on device_tokens (guardian_session) where guardian_session is not null;

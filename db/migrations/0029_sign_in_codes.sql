-- A kind of message for the one-time code of a first sign-in. The code itself stands in no column here: auth.one_time_codes has its hash.
-- The constraints are not validated: every older row passed a narrower one.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'WEEKLY', 'TIMETABLE', 'RECEIPT',
    'DISCIPLINE', 'NOTICE', 'CHAT'
  )
) not valid;
alter table message_templates drop constraint message_templates_kind_check;
alter table message_templates add constraint message_templates_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'WEEKLY', 'TIMETABLE', 'RECEIPT',
    'DISCIPLINE', 'NOTICE'
  )
) not valid;
alter table message_kinds drop constraint message_kinds_kind_check;
alter table message_kinds add constraint message_kinds_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'WEEKLY', 'TIMETABLE', 'RECEIPT',
    'DISCIPLINE', 'NOTICE', 'CHAT'
  )
) not valid;

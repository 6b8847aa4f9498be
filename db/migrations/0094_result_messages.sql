-- Families are told of published report cards. The constraints are not validated: every older row passed a narrower
-- one.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'EXAM', 'RESULT', 'CHAT', 'APPROVAL', 'REGISTER'
  )
) not valid;
alter table message_kinds drop constraint message_kinds_kind_check;
alter table message_kinds add constraint message_kinds_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'EXAM', 'RESULT', 'CHAT', 'APPROVAL', 'REGISTER'
  )
) not valid;
alter table message_templates drop constraint message_templates_kind_check;
alter table message_templates add constraint message_templates_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'EXAM', 'RESULT'
  )
) not valid;
alter table message_batches drop constraint message_batches_kind_check;
alter table message_batches add constraint message_batches_kind_check check (
  kind in ('LOGIN_DETAILS', 'LOGIN_REMINDER', 'NOTICE', 'FEE_REMINDER', 'EXAM', 'RESULT')
) not valid;

-- A pay link that staff send is a kind of message. The constraints are not validated: every older row passed a narrower one.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'CHAT'
  )
) not valid;
alter table message_templates drop constraint message_templates_kind_check;
alter table message_templates add constraint message_templates_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE'
  )
) not valid;
alter table message_kinds drop constraint message_kinds_kind_check;
alter table message_kinds add constraint message_kinds_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'CHAT'
  )
) not valid;

-- When a callback with a wrong signature came for an order. Its fees are not sold again until the gateway or the office has decided.
alter table online_orders add column suspect_at timestamptz;
grant update (suspect_at) on online_orders to shala_app;

-- Teachers are reminded of marks that are missing: at most once a day for a sheet, which is a subject of a section in a
-- part.
create sequence score_reminder_ids;
create table score_reminders (
  school_id bigint not null references schools (id),
  id bigint not null default nextval('score_reminder_ids'),
  section_id bigint not null,
  assessed_subject_id bigint not null,
  part text not null check (length(part) between 1 and 60),
  -- The school's day of the last reminder.
  day date not null,
  asked_at timestamptz not null default now(),
  asked_by uuid not null,
  asked_by_name text not null,
  primary key (school_id, id),
  foreign key (school_id, section_id) references sections (school_id, id) on delete cascade,
  foreign key (school_id, assessed_subject_id) references assessed_subjects (school_id, id) on delete cascade
);
create unique index score_reminders_sheet on score_reminders (school_id, section_id, assessed_subject_id, part);
create index score_reminders_subject on score_reminders (school_id, assessed_subject_id);
alter table score_reminders enable row level security;
alter table score_reminders force row level security;
create policy tenant on score_reminders using (school_id = current_school()) with check (school_id = current_school());

-- Not validated: every older row passed a narrower one.
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'EXAM', 'RESULT', 'CHAT', 'APPROVAL', 'REGISTER', 'MARKS'
  )
) not valid;
alter table message_kinds drop constraint message_kinds_kind_check;
alter table message_kinds add constraint message_kinds_kind_check check (
  kind in (
    'LOGIN_DETAILS', 'LOGIN_REMINDER', 'SIGN_IN_CODE', 'ABSENCE', 'LATE', 'FEE_REMINDER', 'PAY_LINK', 'WEEKLY', 'TIMETABLE',
    'RECEIPT', 'DISCIPLINE', 'NOTICE', 'EXAM', 'RESULT', 'CHAT', 'APPROVAL', 'REGISTER', 'MARKS'
  )
) not valid;

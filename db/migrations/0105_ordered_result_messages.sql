-- Families are told of report cards on the day from which they see them, if the head orders it when publishing
-- (decisions/0106).
alter table result_publications
  add column messages_ordered boolean not null default false,
  -- When messages were queued last, by the order or by hand.
  add column messages_sent_at timestamptz,
  -- When the order was tried in vain, and why, in English.
  add column messages_tried_at timestamptz,
  add column messages_problem text;
alter table result_publications
  add constraint result_publications_messages_problem_check
  check ((messages_tried_at is null) = (messages_problem is null)) not valid;
grant update (messages_ordered, messages_sent_at, messages_tried_at, messages_problem) on result_publications to shala_app;

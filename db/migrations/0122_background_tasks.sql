-- What is ordered and carried out behind the answer: documents, their mails, promotions, files of a former system. One
-- table for all kinds and schools, because who looks for work is of no school; it holds ids and times, nothing else
-- (decisions/0129). What was ordered before is taken over from document_queue, promotion_queue and legacy_queue by the
-- servers; a later version drops those tables, and the columns that only servers of the version before write: beat_at of
-- document_jobs, promotions and legacy_imports, and promotions.starts.
create table background_tasks (
  kind text not null,
  school_id bigint not null references schools (id) on delete cascade,
  item_id bigint not null,
  -- Whose it is: the work of one person is done in turn with that of others.
  ordered_by uuid,
  -- From then on it is nobody's, or that of a process which was silent for too long.
  due_at timestamptz not null default now(),
  -- The process's run that has it.
  run uuid,
  -- How often a run of it began and was interrupted.
  starts integer not null default 0,
  primary key (school_id, kind, item_id)
);
create index background_tasks_due on background_tasks (kind, due_at);

-- What is ordered and not done, or done and not mailed yet, is where every process looks; otherwise it would wait for
-- ever. A promotion or a file of the former system that is done is not there. A document that was cancelled may be, until
-- a process looks.
select coalesce(open.kind, w.kind) as kind, coalesce(open.id, w.item_id) as id
from (
  select 'DOCUMENT' as kind, id from document_jobs where school_id = current_school() and state in ('QUEUED', 'RUNNING')
  union all
  select 'DOCUMENT_MAIL', id from document_jobs
  where school_id = current_school() and state = 'DONE' and mail_state in ('WAITING', 'SENDING')
  union all
  select 'PROMOTION', id from promotions where school_id = current_school() and state in ('QUEUED', 'RUNNING')
  union all
  select 'LEGACY_IMPORT', id from legacy_imports where school_id = current_school() and state in ('QUEUED', 'RUNNING')
) open
full join (
  select kind, item_id from background_tasks where school_id = current_school()
  -- Orders of the version before, which the servers take over.
  union all select case when mailing then 'DOCUMENT_MAIL' else 'DOCUMENT' end, job_id
    from document_queue where school_id = current_school()
  union all select 'PROMOTION', promotion_id from promotion_queue where school_id = current_school()
  union all select 'LEGACY_IMPORT', import_id from legacy_queue where school_id = current_school()
) w on w.kind = open.kind and w.item_id = open.id
where w.item_id is null or (open.id is null and w.kind in ('PROMOTION', 'LEGACY_IMPORT'))

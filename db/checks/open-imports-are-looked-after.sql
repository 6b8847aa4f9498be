-- A file of the previous system that is not done is on the list of those that somebody looks after, and no other is.
select coalesce(legacy_imports.id, legacy_queue.import_id) as id
from (select id from legacy_imports where school_id = current_school() and state in ('QUEUED', 'RUNNING')) as legacy_imports
full join (select import_id from legacy_queue where school_id = current_school()) as legacy_queue on import_id = id
where id is null or import_id is null

-- A document that is made has its files until they expire, and only then; no other has any.
select j.id, j.state, count(f.file_id) as files
from document_jobs j
left join document_job_files f on f.school_id = current_school() and f.job_id = j.id
where j.school_id = current_school()
group by j.id, j.state, j.expires_at
having (j.state = 'DONE' and j.expires_at > now()) <> (count(f.file_id) > 0)
  -- What has just expired goes at night.
  and not (j.state = 'DONE' and j.expires_at between now() - interval '2 days' and now())

-- What is ordered and not done, or done and not mailed yet, is where every process looks; otherwise it would wait for ever.
select j.id, j.state, j.mail_state
from document_jobs j
left join document_queue q on q.school_id = current_school() and q.job_id = j.id
where j.school_id = current_school()
  and (j.state in ('QUEUED', 'RUNNING') or (j.state = 'DONE' and j.mail_state in ('WAITING', 'SENDING')))
  and (q.job_id is null or q.mailing <> (j.state = 'DONE'))

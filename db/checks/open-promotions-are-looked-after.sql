-- Every promotion that is under way is in the queue, where somebody carries it out; nothing else is.
select p.school_id, p.id from promotions p
left join promotion_queue q on q.school_id = current_school() and q.promotion_id = p.id
where p.school_id = current_school() and (p.state in ('QUEUED', 'RUNNING')) <> (q.promotion_id is not null)

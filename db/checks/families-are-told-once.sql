-- Of one order, and of what is due in one month, a phone has one message: brothers and sisters are told together.
select m.kind, coalesce(m.batch_id::text, left(m.event, 7)) as occasion, m.phone, count(*) as messages
from messages m
where m.school_id = current_school() and m.phone <> '' and (m.kind = 'NOTICE' and m.batch_id is not null or m.kind = 'FEE_REMINDER')
group by 1, 2, 3
having count(*) > 1

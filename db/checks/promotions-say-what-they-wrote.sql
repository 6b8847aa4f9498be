-- A section's count of promoted students is that of the places it has written, and none waits in a promotion that is done.
select s.school_id, s.promotion_id, s.id from promotion_sections s
join promotions p on p.school_id = current_school() and p.id = s.promotion_id
left join promotion_rows r on r.school_id = current_school() and r.promotion_id = s.promotion_id and r.part_id = s.id
  and r.change = 'ADDED' and r.table_name = 'enrolments'
where s.school_id = current_school() and ((s.kind = 'STUDENTS' and s.state in ('DONE', 'REVERSED') and s.count <> coalesce(cardinality(r.ids), 0))
  or (p.state = 'DONE' and s.state = 'WAITING'))

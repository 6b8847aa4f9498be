-- A register's counts are those of its marks: percentages are summed from them.
select r.id as register_id, r.present, r.absent, r.late
from registers r
left join (
  select school_id, register_id, count(*) filter (where value = 'P') as present, count(*) filter (where value = 'A') as absent,
    count(*) filter (where value = 'L') as late
  from marks where school_id = current_school() group by school_id, register_id
) m on m.school_id = current_school() and m.register_id = r.id
where r.school_id = current_school()
  and (r.present, r.absent, r.late) <> (coalesce(m.present, 0), coalesce(m.absent, 0), coalesce(m.late, 0))

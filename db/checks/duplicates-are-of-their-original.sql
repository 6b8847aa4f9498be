-- A duplicate says what its original says: the same student, the same values, the same layout.
select d.serial, d.copy
from certificates d
left join certificates o on o.school_id = current_school() and o.serial = d.serial and o.copy = 0
where d.school_id = current_school() and d.copy > 0
  and (o.id is null or o.student_id <> d.student_id or o."values" is distinct from d."values" or o.format is distinct from d.format)

-- A payment that was moved is the first one's money for another student of its term: the same amount, mode and references, of the same day
-- or, where that was closed already, of a later one, and not online, where the family chose the student. The first is deleted, and stands behind one payment only.
select moved.id, moved.moved_from
from payments moved
join payments first on first.school_id = current_school() and first.id = moved.moved_from
where moved.school_id = current_school()
  and (
    first.deleted_at is null or first.student_id = moved.student_id or first.mode = 'ONLINE'
    or moved.collected_on < first.collected_on
    or (moved.term_id, moved.amount, moved.mode, moved.cheque_no, moved.txn_id, moved.upi_ref, moved.bank_name,
        moved.instrument_on, moved.created_by)
      is distinct from
      (first.term_id, first.amount, first.mode, first.cheque_no, first.txn_id, first.upi_ref, first.bank_name,
        first.instrument_on, first.created_by)
  )
union all
select min(moved.id), moved.moved_from
from payments moved
where moved.school_id = current_school() and moved.moved_from is not null
group by moved.moved_from
having count(*) > 1

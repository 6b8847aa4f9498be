import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { schoolDay } from '#shared/dates.ts'
import type { Viewer } from '#platform/viewer.ts'
import { accountEntries, dueFees, perStudent, listedSections } from './pending.sql.ts'

/** The sums of a student over all fees of a term. */
export interface StudentFees {
  studentId: number
  sectionName: string
  roll: string
  name: string
  registerNo: string
  disabled: boolean
  discount: number
  writtenOff: number
  paid: number
  clearing: number
  /** The same sum as in the pending list; 0 for a disabled student. */
  pending: number
  /** The last booking day of a payment that is neither deleted nor failed. */
  lastPaidOn: string | null
}

/**
 * Selects the fee sums of the students of a term by section and roll: the enabled students, and disabled ones with
 * money. Pending is summed like the pending list, the rest like the dashboard's months.
 */
export function feesOfStudents(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { termId, sectionId }: { termId: number; sectionId: number | null },
) {
  const filter = { termId, disabledToo: true, today: schoolDay(new Date()), ...(sectionId === null ? {} : { sectionId }) }
  const ofStudent = sql`school_id = ${schoolId} and term_id = ${termId} and student_id = e.student_id and deleted_at is null`
  const each = sql`
    select greatest(asked.pending, 0) as pending, lines.*, payments.* from (
      select case when s.disabled then 0 else coalesce(sum(amount), 0) end as pending from (${accountEntries(schoolId, filter)}) account
    ) asked
    cross join lateral (
      select coalesce(sum(amount) filter (where status in ('PAID', 'PART_PAID', 'REFUND')), 0) as paid,
        coalesce(sum(amount) filter (where status = 'CLEARING'), 0) as clearing,
        coalesce(sum(amount) filter (where status = 'DISCOUNT'), 0) as discount,
        coalesce(sum(amount) filter (where status = 'WRITE_OFF'), 0) as written_off
      from collected_lines where ${ofStudent} offset 0
    ) lines
    cross join lateral (
      select max(collected_on) filter (where state <> 'FAILED') as last_paid_on
      from payments where ${ofStudent} offset 0
    ) payments`
  const columns = sql`e.student_id, places.place, e.roll, e.roll_sort, places.name as section_name, s.name, s.register_no, s.disabled,
    owing.discount::bigint as discount, owing.written_off::bigint as written_off, owing.paid::bigint as paid, owing.clearing::bigint as clearing, owing.pending::bigint as pending,
    owing.last_paid_on`
  return db
    .selectFrom(
      sql<StudentFees>`(
    with due as materialized (${dueFees(schoolId, filter)}),
    places as materialized (${listedSections(schoolId, viewer, filter)})
    select student_id, section_name, roll, name, register_no, disabled, discount, written_off, paid, clearing, pending, last_paid_on
    from (${perStudent(schoolId, filter, columns, each)}) student
    where not disabled or discount + written_off + paid + clearing > 0
    order by place, roll_sort, student_id)`.as<'fees'>('fees'),
    )
    .selectAll()
}

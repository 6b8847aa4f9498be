import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { schoolDay } from '#shared/dates.ts'
import type { Viewer } from '#platform/viewer.ts'
import { listedSections, perStudent } from './pending.sql.ts'
import { positionsOfStudent } from './positions.sql.ts'

/** The sums of a student over all fees of a term. */
export interface StudentFees {
  studentId: number
  sectionName: string
  roll: string
  name: string
  registerNo: string
  disabled: boolean
  discount: number
  concession: number
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
  const inTerms = (column: string) => sql`${sql.ref(column)} = ${termId}`
  const positions = positionsOfStudent({ school: sql`${schoolId}`, student: sql`e.student_id`, inTerms }, sql`due`)
  const sumOf = (part: string) => sql`coalesce(sum(${sql.ref(part)}), 0)::bigint as ${sql.ref(part)}`
  const each = sql`
    select sums.*, payments.* from (
      select case when s.disabled then 0 else greatest(coalesce(sum(pending), 0), 0)::bigint end as pending, ${sumOf('paid')},
        ${sumOf('clearing')}, ${sumOf('discount')}, ${sumOf('concession')}, ${sumOf('written_off')}
      from (${positions}) position
    ) sums
    cross join lateral (
      select max(collected_on) filter (where state <> 'FAILED') as last_paid_on
      from payments where school_id = ${schoolId} and term_id = ${termId} and student_id = e.student_id and deleted_at is null
    ) payments`
  const columns = sql`e.student_id, places.place, e.roll, e.roll_sort, places.name as section_name, s.name, s.register_no, s.disabled,
    owing.discount, owing.concession, owing.written_off, owing.paid, owing.clearing, owing.pending, owing.last_paid_on`
  return db
    .selectFrom(
      sql<StudentFees>`(
    with due as (
      select id, term_id, fee_category_id, month, due_on as once_on, amount, fixed_amount from fees
      where school_id = ${schoolId} and term_id = ${termId} and opening_year is null and deleted_at is null
    ),
    places as (${listedSections(schoolId, viewer, filter)})
    select student_id, section_name, roll, name, register_no, disabled, discount, concession, written_off, paid, clearing, pending, last_paid_on
    from (${perStudent(schoolId, filter, columns, each)}) student
    where not disabled or discount + concession + written_off + paid + clearing > 0
    order by place, roll_sort, student_id)`.as<'fees'>('fees'),
    )
    .selectAll()
}

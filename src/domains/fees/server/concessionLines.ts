import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { concessionAmounts, type ConcessionGrant } from '../concession.rules.ts'
import { askedAmount, dueOnOfFee, isAsked } from './account.sql.ts'
import { liveLine } from './feeCategories.sql.ts'

/** The fees whose concession lines are brought up to date: of some students, or of all. */
export interface FollowedFees {
  schoolId: number
  feeIds: readonly number[]
  studentIds?: readonly number[]
}

/** Maximum number of rows in one insert: a statement has at most 65,535 parameters. */
const rowsAtOnce = 4000

/**
 * Brings the concession lines on fees up to date after a concession, a fee, an assignment or other money on them has
 * changed: lines that no longer say what `concessionAmounts` says are marked as deleted with the reason, and others are
 * added. What is paid is not touched, nor any line of an erased student.
 *
 * The caller has locked the fees: FOR SHARE under the students' accounts, or FOR UPDATE. So nobody changes these
 * students' lines on them meanwhile, and whoever changes a concession or an assignment of theirs waits.
 */
export async function followConcessions(
  db: Tx,
  by: Pick<Viewer, 'subject' | 'name'>,
  { schoolId, feeIds, studentIds }: FollowedFees,
  reason: string,
): Promise<void> {
  if (feeIds.length === 0) return
  let given = db
    .selectFrom('concessions as concession')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'concession.studentId'))
    .select([
      'concession.id',
      'concession.termId',
      'concession.studentId',
      'concession.share',
      'concession.amount',
      'concession.feeCategoryIds',
      'concession.feeIds',
      'concession.startsOn',
      'concession.endsOn',
      'concession.endedOn',
    ])
    .where('concession.schoolId', '=', schoolId)
    .where('students.erasedAt', 'is', null)
    .where(
      sql<boolean>`concession.term_id in (select fees.term_id from fees where fees.school_id = ${schoolId} and fees.id = any(${feeIds}::bigint[]))`,
    )
  if (studentIds) given = given.where(sql<boolean>`concession.student_id = any(${studentIds}::bigint[])`)
  const grants = await given.execute()
  if (grants.length === 0) return
  const students = [...new Set(grants.map((grant) => grant.studentId))]
  const asked = await askedFees(db, schoolId, feeIds, students)
  const lines = await liveLines(db, schoolId, feeIds, students)

  const grantsOf = Map.groupBy(grants, (grant) => accountOf(grant))
  const linesOf = Map.groupBy(lines, (line) => pairOf(line))
  const kept = new Set<number>()
  const missing = asked.flatMap((fee) => {
    const own = grantsOf.get(accountOf(fee)) ?? []
    const present = linesOf.get(pairOf({ ...fee, feeId: fee.id })) ?? []
    const other = sumMoney(present.filter((line) => line.concessionId === null).map((line) => line.amount))
    const wanted = concessionAmounts(fee, own as ConcessionGrant[], other)
    return [...wanted].flatMap(([concessionId, amount]) => {
      const same = present.find((line) => line.concessionId === concessionId && line.amount === amount && !kept.has(line.id))
      if (!same) return [{ fee, concessionId, amount }]
      kept.add(same.id)
      return []
    })
  })
  const outdated = lines.filter((line) => line.concessionId !== null && !kept.has(line.id)).map((line) => line.id)
  await markLines(db, by, schoolId, outdated, reason)
  for (let start = 0; start < missing.length; start += rowsAtOnce)
    await db
      .insertInto('collectedLines')
      .values(
        missing.slice(start, start + rowsAtOnce).map(({ fee, concessionId, amount }) => ({
          schoolId,
          termId: fee.termId,
          studentId: fee.studentId,
          feeId: fee.id,
          feeName: fee.name,
          month: fee.month,
          amount,
          status: 'CONCESSION',
          concessionId,
          collectedOn: schoolDay(new Date()),
          createdBy: by.subject,
          createdByName: by.name,
        })),
      )
      .execute()
}

const accountOf = ({ termId, studentId }: { termId: number; studentId: number }) => `${termId} ${studentId}`
const pairOf = ({ studentId, feeId }: { studentId: number; feeId: number }) => `${studentId} ${feeId}`

/** Reads which of the fees apply to which of the students. */
function askedFees(db: Tx, schoolId: number, feeIds: readonly number[], studentIds: readonly number[]) {
  return db
    .selectFrom('fees')
    .innerJoin('studentFeeCategories as assignment', (on) =>
      onSameSchool(on, 'assignment.feeCategoryId', 'fees.feeCategoryId').onRef('assignment.termId', '=', 'fees.termId'),
    )
    .innerJoin('terms as term', (on) => onSameSchool(on, 'term.id', 'fees.termId'))
    .select([
      'fees.id',
      'fees.termId',
      'fees.feeCategoryId',
      'fees.name',
      'fees.month',
      dueOnOfFee.as('dueOn'),
      askedAmount.as('amount'),
      'fees.fixedAmount',
      'assignment.studentId',
    ])
    .where('fees.schoolId', '=', schoolId)
    .where('fees.deletedAt', 'is', null)
    .where(isAsked)
    .where(sql<boolean>`fees.id = any(${feeIds}::bigint[])`)
    .where(sql<boolean>`assignment.student_id = any(${studentIds}::bigint[])`)
    .orderBy('assignment.studentId')
    .orderBy('fees.sr')
    .orderBy('fees.id')
    .execute()
}

function liveLines(db: Tx, schoolId: number, feeIds: readonly number[], studentIds: readonly number[]) {
  return db
    .selectFrom('collectedLines as line')
    .select(['line.id', 'line.studentId', 'line.feeId', 'line.amount', 'line.concessionId'])
    .where('line.schoolId', '=', schoolId)
    .where(
      sql<boolean>`line.term_id in (select fees.term_id from fees where fees.school_id = ${schoolId} and fees.id = any(${feeIds}::bigint[]))`,
    )
    .where(sql<boolean>`line.fee_id = any(${feeIds}::bigint[])`)
    .where(sql<boolean>`line.student_id = any(${studentIds}::bigint[])`)
    .where(liveLine)
    .orderBy('line.id')
    .execute()
}

async function markLines(db: Tx, by: Pick<Viewer, 'subject' | 'name'>, schoolId: number, ids: readonly number[], reason: string) {
  if (ids.length === 0) return
  await db
    .updateTable('collectedLines')
    .set({ deletedAt: new Date(), deletedBy: by.subject, deletedByName: by.name, deleteReason: reason })
    .where('schoolId', '=', schoolId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

/** Locks fees FOR SHARE, in the order of their ids as everywhere, after the accounts. */
export async function lockFeesForLines(db: Tx, schoolId: number, feeIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('fees')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${feeIds}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
}

/**
 * Brings a student's concession lines on fees up to date after other lines on them were marked, such as those of a
 * deleted payment: a concession that found the fee paid gets its share now. Call it under the account's lock.
 */
export async function followAfterRemoval(
  db: Tx,
  by: Pick<Viewer, 'subject' | 'name'>,
  followed: FollowedFees & { studentIds: readonly number[] },
  reason: string,
): Promise<void> {
  const { schoolId, studentIds, feeIds } = followed
  const one = await db
    .selectFrom('concessions')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .limit(1)
    .executeTakeFirst()
  if (!one) return
  await lockFeesForLines(db, schoolId, feeIds)
  await followConcessions(db, by, followed, reason)
}

/**
 * Gives newly assigned students what their concessions take off the fees of the categories. Locks their accounts, by
 * student, and then the fees: whoever gives one of them a concession meanwhile is waited for, or waits.
 */
export async function followAssignments(
  db: Tx,
  by: Pick<Viewer, 'subject' | 'name'>,
  { schoolId, termId, studentIds, feeCategoryIds }: AssignedStudents,
  reason: string,
): Promise<void> {
  if (studentIds.length === 0) return
  await db
    .selectFrom('enrolments')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .orderBy('studentId')
    .forNoKeyUpdate()
    .execute()
  const feeIds = await feesOfAssigned(db, schoolId, feeCategoryIds)
  await followAfterRemoval(db, by, { schoolId, feeIds, studentIds }, reason)
}

export interface AssignedStudents {
  schoolId: number
  termId: number
  studentIds: readonly number[]
  feeCategoryIds: readonly number[]
}

/** Returns the ids of the fees of categories, deleted ones included, because their lines are followed too. */
export async function feesOfAssigned(db: Tx, schoolId: number, feeCategoryIds: readonly number[]): Promise<number[]> {
  const fees = await db
    .selectFrom('fees')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`fee_category_id = any(${feeCategoryIds}::bigint[])`)
    .execute()
  return fees.map((fee) => fee.id)
}

import { sql } from 'kysely'
import { command, query, type CommandContext } from '#platform/command.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { attachFile } from '#platform/files/files.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { z } from 'zod'
import { showDay } from '#shared/dates.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { concessionAmounts, type ConcessionGrant, coversFee, sharedFee } from '../concession.rules.ts'
import {
  concessionInput,
  concessionPreviewInput,
  concessionProposalsView,
  concessionsView,
  endConcessionInput,
} from '../concessions.schema.ts'
import { feeTitle } from '../fees.rules.ts'
import { type Payer, payers } from './account.sql.ts'
import { lockAccount } from './accountLocks.ts'
import { followConcessions, lockFeesForLines } from './concessionLines.ts'
import { concessionActions } from './concessions.permissions.ts'
import {
  type Concession,
  type ConcessionCandidate,
  concessionKinds,
  concessionRows,
  earlierCandidates,
  type FeeOfStudent,
  feesOfStudents,
  liveLinesOfStudents,
  siblingCandidates,
} from './concessions.sql.ts'
import { lockFeeCategories, termWithId } from './feeCategories.sql.ts'

/** What a concession would take off one student's fees. */
export interface ConcessionPreview {
  student: Payer
  fees: { feeId: number; name: string; month: string | null; amount: number; pending: number }[]
  /** Sum over the fees. */
  amount: number
}

/** Lists the concessions of a term, of one kind or all, by kind and student; ended ones last. */
export const listConcessions = query({
  action: concessionActions.list,
  input: concessionsView,
  run: async ({ db, read, viewer, schoolId, input: { termId, kindId } }) => {
    let rows = concessionRows(db, schoolId, viewer).where('concession.termId', '=', termId)
    if (kindId !== undefined) rows = rows.where('concession.kindId', '=', kindId)
    const [[term], concessions] = await read(
      termWithId(db, schoolId, termId),
      rows
        .orderBy(sql`concession.ended_on is not null`)
        .orderBy(sql`lower(kind.name)`)
        .orderBy(sql`lower(students.name)`)
        .orderBy('concession.id'),
    )
    if (!term) throw notFound()
    return concessions
  },
})

/** Returns what a concession would take off the fees of each student. Nothing is stored. */
export const previewConcession = query({
  action: concessionActions.give,
  input: concessionPreviewInput,
  run: async ({ db, read, viewer, schoolId, input }): Promise<ConcessionPreview[]> => {
    const { termId, studentIds } = input
    const [students, fees, lines] = await read(
      payers(db, schoolId, viewer, termId)
        .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`)
        .orderBy('enrolments.studentId'),
      feesOfStudents(db, schoolId, termId, studentIds),
      liveLinesOfStudents(db, schoolId, termId, studentIds),
    )
    if (students.length < new Set(studentIds).size) throw notFound()
    const pairs = Map.groupBy(lines, (line) => `${line.studentId} ${line.feeId}`)
    return students.map((student) => {
      const taken = fees.flatMap((fee) => {
        if (fee.studentId !== student.id) return []
        const others = sumMoney((pairs.get(`${student.id} ${fee.id}`) ?? []).map((line) => line.amount))
        const amount = concessionAmounts(fee, [newGrant(input)], others).get(newGrant(input).id)
        if (amount === undefined) return []
        return [{ feeId: fee.id, name: fee.name, month: fee.month, amount, pending: subtractMoney(fee.amount, others, amount) }]
      })
      return { student, fees: taken, amount: sumMoney(taken.map((fee) => fee.amount)) }
    })
  },
})

/** Returns an input as a concession that comes after all others. */
function newGrant(input: Omit<z.output<typeof concessionPreviewInput>, 'termId' | 'studentIds'>): ConcessionGrant {
  return { ...input, id: Number.MAX_SAFE_INTEGER, endedOn: null }
}

interface LockedStudents {
  schoolId: number
  students: Payer[]
}

/**
 * Gives a concession to one student or to several at once, all or none: it takes off their fees what is not paid yet.
 * A repeated key returns the first result. BAD_INPUT on `kindId`, `feeCategoryIds` or `feeIds` that do not exist in the
 * term, and on `fileId`, also where the kind needs a document. CONFLICT on `kindId` when a student has the kind for one
 * of the fees already, and on `studentIds` while the family pays one of the fees online. NOT_FOUND for an unknown
 * student.
 *
 * Locks the accounts by student, the students' fee categories by id, against new fees, and then the fees by id.
 */
export const giveConcessions = command<typeof concessionInput, LockedStudents, Concession[]>({
  action: concessionActions.give,
  input: concessionInput,
  load: async ({ db, viewer, schoolId, input: { termId, studentIds } }) => {
    const students = await payers(db, schoolId, viewer, termId)
      .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`)
      .orderBy('enrolments.studentId')
      .forNoKeyUpdate('enrolments')
      .execute()
    if (students.length < new Set(studentIds).size) return undefined
    await mustNotBeErased(db, schoolId, studentIds)
    return { schoolId, students }
  },
  run: (running) =>
    runOncePerKey(
      running,
      concessionActions.give.name,
      running.input,
      () => storeConcessions(running),
      (ids) => concessionsByIds(running, ids),
    ),
})

async function storeConcessions(running: CommandContext<z.output<typeof concessionInput>, LockedStudents>) {
  const { db, viewer, schoolId, input, row } = running
  const { termId, kindId, share, amount, feeCategoryIds, feeIds, startsOn, endsOn, reason } = input
  const studentIds = row.students.map((student) => student.id)
  await lockCategoriesOfStudents(running, studentIds)
  const fees = await feesOfStudents(db, schoolId, termId, studentIds).execute()
  await refuseUnknown(running)
  await refuseSecond(running, fees)
  if (input.fileId) await attachFile(running, input.fileId, 'concession-document', 'fileId')
  await refuseOpenOrders(running, fees)
  const added = await db
    .insertInto('concessions')
    .values(
      studentIds.map((studentId) => ({
        schoolId,
        termId,
        studentId,
        kindId,
        share,
        amount,
        feeCategoryIds,
        feeIds,
        startsOn,
        endsOn,
        reason,
        fileId: input.fileId || null,
        createdBy: viewer.subject,
        createdByName: viewer.name,
      })),
    )
    .returning('id')
    .execute()
  const followed = [...new Set(fees.map((fee) => fee.id))]
  await lockFeesForLines(db, schoolId, followed)
  await followConcessions(db, viewer, { schoolId, feeIds: followed, studentIds }, t`A concession was given`)
  const ids = added.map((concession) => concession.id)
  return { result: await concessionsByIds(running, ids), ids, fields: Object.keys(input) }
}

/** Locks the categories that the students pay, so that no fee is added to them before the concession covers it. */
async function lockCategoriesOfStudents(
  { db, schoolId, input: { termId } }: Pick<CommandContext<{ termId: number }, unknown>, 'db' | 'schoolId' | 'input'>,
  studentIds: readonly number[],
): Promise<void> {
  const paid = await db
    .selectFrom('studentFeeCategories')
    .select('feeCategoryId')
    .distinct()
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .execute()
  const ids = paid.map((row) => row.feeCategoryId)
  await lockFeeCategories(db, schoolId, ids, 'share')
}

/** @throws Refusal BAD_INPUT on what does not exist in the school and term */
async function refuseUnknown({ db, schoolId, input }: CommandContext<z.output<typeof concessionInput>, unknown>): Promise<void> {
  const refuse = (path: string, message: string) => new Refusal('BAD_INPUT', message, [{ path, message }])
  const kind = await concessionKinds(db, schoolId).where('id', '=', input.kindId).executeTakeFirst()
  if (!kind) throw refuse('kindId', t`This kind of concession does not exist any more.`)
  if (kind.needsDocument && !input.fileId) throw refuse('fileId', t`${kind.name} needs a document that proves it`)
  const existing = async (table: 'feeCategories' | 'fees', ids: readonly number[]) => {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('schoolId', '=', schoolId)
      .where('termId', '=', input.termId)
      .where('deletedAt', 'is', null)
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute()
    return rows.length === new Set(ids).size
  }
  if (input.feeCategoryIds && !(await existing('feeCategories', input.feeCategoryIds)))
    throw refuse('feeCategoryIds', t`This fees category does not exist in this term any more.`)
  if (input.feeIds && !(await existing('fees', input.feeIds))) throw refuse('feeIds', t`This fee does not exist any more.`)
}

/** @throws Refusal CONFLICT on `kindId` when a student has the same kind for one of the fees already */
async function refuseSecond(
  { db, schoolId, input, row }: CommandContext<z.output<typeof concessionInput>, LockedStudents>,
  fees: readonly FeeOfStudent[],
): Promise<void> {
  const given = await db
    .selectFrom('concessions')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where('termId', '=', input.termId)
    .where('kindId', '=', input.kindId)
    .where(sql<boolean>`student_id = any(${row.students.map((student) => student.id)}::bigint[])`)
    .execute()
  for (const student of row.students) {
    const own = fees.filter((fee) => fee.studentId === student.id)
    for (const grant of given.filter((one) => one.studentId === student.id)) {
      const fee = sharedFee(grant, newGrant(input), own)
      if (!fee) continue
      const message = t`${student.name} has this concession already, for ${feeTitle(fee)} too. End it first`
      throw new Refusal('CONFLICT', message, [{ path: 'kindId', message }])
    }
  }
}

/**
 * Refuses to take something off fees that are being paid online: the gateway asks the parent for the old amount.
 *
 * @throws Refusal CONFLICT on `studentIds`
 */
async function refuseOpenOrders(
  { db, schoolId, input, row }: CommandContext<z.output<typeof concessionInput>, LockedStudents>,
  fees: readonly FeeOfStudent[],
): Promise<void> {
  const covered = fees.filter((fee) => coversFee(newGrant(input), fee)).map((fee) => fee.id)
  const open = await db
    .selectFrom('onlineOrderLines as line')
    .innerJoin('onlineOrders as orders', (on) => onSameSchool(on, 'orders.id', 'line.orderId'))
    .select('line.studentId')
    .where('line.schoolId', '=', schoolId)
    .where('orders.state', '=', 'CREATED')
    .where(sql<boolean>`line.fee_id = any(${covered}::bigint[])`)
    .where(sql<boolean>`line.student_id = any(${row.students.map((student) => student.id)}::bigint[])`)
    .limit(1)
    .executeTakeFirst()
  const student = row.students.find(({ id }) => id === open?.studentId)
  if (!student) return
  const message = t`The family of ${student.name} is paying one of these fees online now. Try again in a few minutes`
  throw new Refusal('CONFLICT', message, [{ path: 'studentIds', message }])
}

/**
 * Ends a concession after a day, with a reason: what it takes off later months is asked again. A day before it starts
 * takes it back as a whole. BAD_INPUT on `endedOn` after its last day. CONFLICT when it was ended already.
 */
export const endConcession = command<typeof endConcessionInput, Concession, Concession[]>({
  action: concessionActions.end,
  input: endConcessionInput,
  load: async ({ db, viewer, schoolId, input }) => {
    const read = () => concessionRows(db, schoolId, viewer).where('concession.id', '=', input.id).executeTakeFirst()
    const unlocked = await read()
    if (!unlocked || !(await lockAccount(db, viewer, unlocked))) return undefined
    await mustNotBeErased(db, schoolId, [unlocked.studentId])
    return read()
  },
  run: (running) =>
    runOncePerKey(
      running,
      concessionActions.end.name,
      running.input,
      async () => {
        const { db, viewer, schoolId, input, row } = running
        if (row.endsOn !== null && input.endedOn >= row.endsOn) {
          const message = t`It ends on ${showDay(row.endsOn)} in any case`
          throw new Refusal('BAD_INPUT', message, [{ path: 'endedOn', message }])
        }
        await db
          .updateTable('concessions')
          .set({
            endedOn: input.endedOn,
            endedAt: new Date(),
            endedBy: viewer.subject,
            endedByName: viewer.name,
            endReason: input.reason,
          })
          .where('schoolId', '=', schoolId)
          .where('id', '=', row.id)
          .execute()
        const fees = await feesOfStudents(db, schoolId, row.termId, [row.studentId]).execute()
        const feeIds = fees.map((fee) => fee.id)
        await lockFeesForLines(db, schoolId, feeIds)
        await followConcessions(db, viewer, { schoolId, feeIds, studentIds: [row.studentId] }, input.reason)
        return { result: await concessionsByIds(running, [row.id]), ids: [row.id], fields: ['endedOn'] }
      },
      (ids) => concessionsByIds(running, ids),
    ),
})

function concessionsByIds(
  { db, schoolId, viewer }: Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId' | 'viewer'>,
  ids: readonly number[],
): Promise<Concession[]> {
  return concessionRows(db, schoolId, viewer)
    .where(sql<boolean>`concession.id = any(${ids}::bigint[])`)
    .orderBy('concession.id')
    .execute()
}

/** Students who could get a concession together: the children of a family, or one student. */
export interface ConcessionProposal {
  students: (ConcessionCandidate & { proposed: boolean })[]
}

/**
 * Lists who could get a concession of a kind. SIBLINGS: the families with several children of the term; all but the
 * child in the highest class are proposed. EARLIER_TERM: the students who had it in the term before without a last day.
 * Families and students in which nobody is proposed are left out.
 */
export const listConcessionProposals = query({
  action: concessionActions.give,
  input: concessionProposalsView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<ConcessionProposal[]> => {
    const isFamily = input.source === 'SIBLINGS'
    const rows = isFamily ? siblingCandidates(db, schoolId, viewer, input) : earlierCandidates(db, schoolId, viewer, input)
    const [[kind], candidates] = await read(concessionKinds(db, schoolId).where('id', '=', input.kindId), rows)
    if (!kind) throw notFound()
    const groups = Map.groupBy(candidates, (candidate) => (isFamily ? candidate.phone : String(candidate.studentId)))
    return [...groups.values()]
      .filter((students) => !isFamily || students.length > 1)
      .map((students) => ({
        students: students.map((student, place) => ({ ...student, proposed: !student.hasIt && (!isFamily || place > 0) })),
      }))
      .filter(({ students }) => students.some((student) => student.proposed))
  },
})

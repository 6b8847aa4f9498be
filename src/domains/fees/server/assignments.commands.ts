import { sql } from 'kysely'
import type { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { t } from '#shared/texts.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { importTimeoutMs } from '#platform/imports.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { showMoney } from '#shared/money.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { showCount } from '#shared/counts.ts'
import { type AssignedMonths, storedMonths } from '../assignedMonths.rules.ts'
import { feeTitle, matchAssignments } from '../fees.rules.ts'
import { type Month, monthsOfTerm } from '../months.ts'
import {
  askedByMonthsView,
  feeAssignment,
  feeAssignmentImport,
  feeCategoryChoice,
  feeCategoryStudentsView,
  studentFeeCategoriesForm,
  studentFeeCategoriesView,
} from '../fees.schema.ts'
import { lockMatchableStudents } from '#domains/students/server/matchableStudents.exports.ts'
import { type Payer, payers } from './account.sql.ts'
import { lockUnerasedAccount } from './accountLocks.ts'
import { askedByMonths, collectedBeyond, writeMonths } from './assignedMonths.sql.ts'
import {
  allTargetsExist,
  assignTargets,
  insertAssignments,
  categoriesPaidBy,
  feeCategoriesOfStudent,
  feeCategorySections,
  feeCategoryStudents,
  lockAssignedStudents,
  collectedOnCategories,
  unassignStudents,
} from './assignments.sql.ts'
import {
  type FeeCategory,
  feeCategoryById,
  feeCategoryRows,
  termWithId,
  lockTermShared,
  lockFeeCategories,
  lockFeeCategory,
} from './feeCategories.sql.ts'
import { feesOfAssigned, followAfterRemoval, followAssignments } from './concessionLines.ts'
import { addExceptions, removeExceptions } from './feeRules.sql.ts'
import { feeCategoryActions, type SchoolRow } from './fees.permissions.ts'
import { fromJoining, joiners, monthsOfJoiner, startFromJoining } from './joiningMonths.ts'

/** The result of an assignment: the number of students changed, and the category afterwards. */
export interface AssignmentResult {
  changed: number
  category: FeeCategory
}

/**
 * The result of removing students from a category. `kept` are the students who stay because money was collected from
 * them.
 */
export interface UnassignmentResult extends AssignmentResult {
  kept: { studentName: string; collected: number }[]
}

/** Lists the sections of a category's term with how many of their students pay it. */
export const listFeeCategorySections = query({
  action: feeCategoryActions.assign,
  input: feeCategoryChoice,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [[category]] = await read(feeCategoryRows(db, schoolId, viewer).where('feeCategories.id', '=', input.feeCategoryId))
    if (!category) throw notFound()
    return (await read(feeCategorySections(db, schoolId, viewer, category)))[0]
  },
})

/** Lists students of a category's term and whether they pay it: of a section, by a search (at most 100), or all. */
export const listFeeCategoryStudents = query({
  action: feeCategoryActions.assign,
  input: feeCategoryStudentsView,
  run: async ({ db, read, viewer, schoolId, input: { feeCategoryId, ...view } }) => {
    const [[category]] = await read(feeCategoryRows(db, schoolId, viewer).where('feeCategories.id', '=', feeCategoryId))
    if (!category) throw notFound()
    return (await read(feeCategoryStudents(db, schoolId, viewer, category, view)))[0]
  },
})

/**
 * Assigns students, and all students of sections and classes, to a category: who joined after the term began, from the
 * month of admission on. Already assigned students stay. NOT_FOUND
 * when a student, section or class does not exist in the category's term or is not visible to the viewer.
 */
export const assignFeeCategory = command<typeof feeAssignment, FeeCategory, AssignmentResult>({
  action: feeCategoryActions.assign,
  input: feeAssignment,
  load: loadCategory,
  run: async (running) => {
    const { db, viewer, schoolId, input, row } = running
    const ids = await assignTargets(db, schoolId, viewer, row, input)
    await startFromJoining(running, row.termId, pairsOf(ids, row.id))
    await removeExceptions(db, schoolId, pairsOf(ids, row.id))
    const assigned = { schoolId, termId: row.termId, studentIds: ids, feeCategoryIds: [row.id] }
    await followAssignments(db, viewer, assigned, t`The student was assigned`)
    return { result: await assignmentResult(db, viewer, row, ids.length), ids: [row.id, ...ids], fields: ['students'] }
  },
})

/**
 * Removes students, and all students of sections and classes, from a category. Ignores students who are not assigned.
 * Students with money on the category's fees stay and are named in the result. NOT_FOUND as in `assignFeeCategory`;
 * CONFLICT, naming the students, when all of them would stay.
 */
export const unassignFeeCategory = command<typeof feeAssignment, FeeCategory, UnassignmentResult>({
  action: feeCategoryActions.assign,
  input: feeAssignment,
  load: loadCategory,
  run: async ({ db, viewer, schoolId, input, row }) => {
    const targets = await lockAssignedStudents(db, schoolId, viewer, row, input)
    const kept = await collectedOnCategories(db, schoolId, row.termId, [row.id], targets)
    const keptIds = new Set(kept.map(({ studentId }) => studentId))
    const ids = targets.filter((id) => !keptIds.has(id))
    if (ids.length === 0) refuseCollected(kept, 'studentIds')
    await unassignStudents(db, schoolId, [row.id], ids)
    await addExceptions(db, schoolId, row.termId, pairsOf(ids, row.id))
    await followUnassigned(db, viewer, schoolId, [row.id], ids)
    const result = { ...(await assignmentResult(db, viewer, row, ids.length)), kept }
    return { result, ids: [row.id, ...ids], fields: ['students'] }
  },
})

const pairsOf = (studentIds: readonly number[], feeCategoryId: number) =>
  studentIds.map((studentId) => ({ studentId, feeCategoryId }))

async function loadCategory(
  loading: Omit<CommandContext<z.output<typeof feeAssignment>, unknown>, 'row'>,
): Promise<FeeCategory | undefined> {
  const { db, viewer, schoolId, input } = loading
  const category = await lockFeeCategory(db, viewer, schoolId, input.feeCategoryId, 'share')
  await mustNotBeErased(db, schoolId, input.studentIds ?? [])
  return category && (await allTargetsExist(db, schoolId, viewer, category.termId, input)) ? category : undefined
}

async function assignmentResult(
  db: Tx,
  viewer: Viewer,
  { schoolId, id }: FeeCategory,
  changed: number,
): Promise<AssignmentResult> {
  const category = await feeCategoryById(db, viewer, schoolId, id)
  if (!category) throw notFound()
  return { changed, category }
}

/** Marks what concessions took off the fees of categories that students no longer pay, under their accounts' locks. */
async function followUnassigned(
  db: Tx,
  by: Viewer,
  schoolId: number,
  feeCategoryIds: readonly number[],
  studentIds: readonly number[],
): Promise<void> {
  const feeIds = await feesOfAssigned(db, schoolId, feeCategoryIds)
  await followAfterRemoval(db, by, { schoolId, feeIds, studentIds }, t`The student no longer pays this fees category`)
}

/**
 * @throws Refusal CONFLICT, naming students and categories, when any money was collected or is owed from before Shala
 */
function refuseCollected(collected: Awaited<ReturnType<typeof collectedOnCategories>>, path: string): void {
  if (collected.length === 0) return
  const owing = collected.find((student) => student.opening > 0)
  if (owing) {
    const message = t`${owing.studentName} owes ${showMoney(owing.opening)} from before Shala. Write it off instead. Nothing was changed`
    throw new Refusal('CONFLICT', message, [{ path, message }])
  }
  const named = collected
    .slice(0, 3)
    .map((student) => t`${showMoney(student.collected)} of ${student.studentName} on ${student.categoryName}`)
  const more = collected.length - named.length
  const list = joinWithAnd(more > 0 ? [...named, t`${showCount(more)} more`] : named)
  const message = t`Money was collected: ${list}. Nothing was changed`
  throw new Refusal('CONFLICT', message, [{ path, message }])
}

/**
 * Imports assignments from a file, all or none; already assigned students stay. Returns the number of new assignments.
 * Problems are at `rows.N.field`, N from 0. BAD_INPUT for a category that is not in this term, and for a row that
 * matches no student or several.
 */
export const importFeeAssignments = command<typeof feeAssignmentImport, SchoolRow, number>({
  action: feeCategoryActions.assign,
  input: feeAssignmentImport,
  statementTimeoutMs: importTimeoutMs,
  load: ({ db, schoolId, input }) => lockTermShared(db, schoolId, input.termId),
  run: async (running) => {
    const { db, viewer, schoolId, input } = running
    const { termId, rows } = input
    const categories = await db
      .selectFrom('feeCategories')
      .select(['id', 'name'])
      .where('schoolId', '=', schoolId)
      .where('termId', '=', termId)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forShare()
      .execute()
    const students = await lockMatchableStudents(db, schoolId, viewer, termId)
    const { problems, pairs } = matchAssignments(rows, { students, categories })
    if (problems[0]) throw new Refusal('BAD_INPUT', problems[0].message, problems.slice(0, 1000))
    const ids = await insertAssignments(db, schoolId, termId, await fromJoining(running, termId, pairs), 'hand')
    await removeExceptions(db, schoolId, pairs)
    const assigned = { schoolId, termId, studentIds: ids, feeCategoryIds: categories.map((category) => category.id) }
    await followAssignments(db, viewer, assigned, t`The student was assigned`)
    return { result: ids.length, ids: [...new Set(ids)], fields: ['feeCategories'] }
  },
})

/** Lists the categories a student pays in a term, by name. */
export const listStudentFeeCategories = query({
  action: feeCategoryActions.list,
  input: studentFeeCategoriesView,
  run: async ({ db, read, viewer, schoolId, input: { termId, studentId } }) => {
    const [[student], categories] = await read(
      payers(db, schoolId, viewer, termId).where('enrolments.studentId', '=', studentId),
      feeCategoryRows(db, schoolId, viewer).where('feeCategories.id', 'in', (row) =>
        row
          .selectFrom('studentFeeCategories')
          .select('feeCategoryId')
          .where('schoolId', '=', schoolId)
          .where('termId', '=', termId)
          .where('studentId', '=', studentId),
      ),
    )
    if (!student) throw notFound()
    return categories
  },
})

/**
 * Lists the categories a student pays in a term, by name, with what each asks for; without the counts of the school,
 * which take longer than the rest of the student's page.
 */
export const listFeeCategoriesOfStudent = query({
  action: feeCategoryActions.list,
  input: studentFeeCategoriesView,
  run: async ({ db, read, viewer, schoolId, input: { termId, studentId } }) => {
    const [[student], categories] = await read(
      payers(db, schoolId, viewer, termId).where('enrolments.studentId', '=', studentId),
      feeCategoriesOfStudent(db, { schoolId, termId, studentId }),
    )
    if (!student) throw notFound()
    return categories
  },
})

/**
 * Sets the categories a student pays in a term, and for which months, and returns them. BAD_INPUT on `feeCategoryIds`
 * for a category that does not exist. CONFLICT on it when the student's categories changed since the form was loaded,
 * and when money was collected on a category to be removed; on `months` when it was for a month that is not asked then.
 */
export const setStudentFeeCategories = command<typeof studentFeeCategoriesForm, Payer, FeeCategory[]>({
  action: feeCategoryActions.assign,
  input: studentFeeCategoriesForm,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }),
  run: async ({ db, viewer, schoolId, input: { termId, studentId, feeCategoryIds, months, seen, seenMonths } }) => {
    const current = await categoriesPaidBy(db, schoolId, termId, studentId)
    const ofTerm = monthsOfTerm((await termWithId(db, schoolId, termId).executeTakeFirstOrThrow()).startsOn)
    if (!isAsSeen(current, seen, seenMonths, ofTerm)) {
      const message = t`What this student pays was changed meanwhile. Nothing was saved. Look at it again`
      throw new Refusal('CONFLICT', message, [{ path: 'feeCategoryIds', message }])
    }
    await lockCategoriesShared(db, schoolId, termId, feeCategoryIds)
    const wanted = new Set(feeCategoryIds)
    const removed = current.map(({ feeCategoryId }) => feeCategoryId).filter((id) => !wanted.has(id))
    refuseCollected(await collectedOnCategories(db, schoolId, termId, removed, [studentId]), 'feeCategoryIds')
    await unassignStudents(db, schoolId, removed, [studentId])
    await addExceptions(
      db,
      schoolId,
      termId,
      removed.map((feeCategoryId) => ({ studentId, feeCategoryId })),
    )
    await followUnassigned(db, viewer, schoolId, removed, [studentId])
    const pairs = [...wanted].map((feeCategoryId) => ({
      studentId,
      feeCategoryId,
      ...monthsOf(feeCategoryId, months ?? current, ofTerm),
    }))
    refuseBeyond(await collectedBeyond(db, schoolId, termId, pairs))
    await insertAssignments(db, schoolId, termId, pairs, 'hand')
    await writeMonths(db, schoolId, pairs)
    await removeExceptions(db, schoolId, pairs)
    const assigned = { schoolId, termId, studentIds: [studentId], feeCategoryIds }
    await followAssignments(db, viewer, assigned, t`The student was assigned`)
    const result = await feeCategoryRows(db, schoolId, viewer)
      .where(sql<boolean>`fee_categories.id = any(${feeCategoryIds}::bigint[])`)
      .execute()
    return { result, ids: [studentId], fields: ['feeCategories'] }
  },
})

type GivenMonths = readonly { feeCategoryId: number; months: readonly Month[] | null; firstPart?: number | null | undefined }[]

/** Returns for which months a category is paid, as they are stored; all where nothing is said. */
function monthsOf(feeCategoryId: number, given: GivenMonths, ofTerm: readonly Month[]): AssignedMonths {
  const found = given.find((category) => category.feeCategoryId === feeCategoryId)
  const months = storedMonths(found?.months ?? null, ofTerm)
  const firstPart = found?.firstPart ?? null
  // A part is of the first month, so that a term from April with half of April has its months said.
  if (firstPart !== null && found?.months?.length) return { months: months ?? ofTerm, firstPart }
  return { months, firstPart: null }
}

/** Returns whether a student pays the categories that a form has loaded, for the months that it has loaded. */
function isAsSeen(
  current: GivenMonths,
  seen: readonly number[],
  seenMonths: GivenMonths | undefined,
  ofTerm: readonly Month[],
): boolean {
  const expected = new Set(seen)
  if (current.length !== expected.size || current.some(({ feeCategoryId }) => !expected.has(feeCategoryId))) return false
  if (seenMonths === undefined) return true
  const said = (of: GivenMonths, id: number) => JSON.stringify(monthsOf(id, of, ofTerm))
  return current.every(({ feeCategoryId }) => said(current, feeCategoryId) === said(seenMonths, feeCategoryId))
}

/** @throws Refusal CONFLICT on `months`, naming the first fees, when money is on fees that would not be asked */
function refuseBeyond(found: Awaited<ReturnType<typeof collectedBeyond>>): void {
  if (found.length === 0) return
  const named = found
    .slice(0, 3)
    .map(({ feeName, month, collected, asked }) =>
      asked === 0
        ? t`${showMoney(collected)} on ${feeTitle({ name: feeName, month })}`
        : t`${showMoney(collected)} on ${feeTitle({ name: feeName, month })}, of which ${showMoney(asked)} would be asked`,
    )
  const list = joinWithAnd(found.length > 3 ? [...named, t`${showCount(found.length - 3)} more`] : named)
  const message = t`Payments or discounts would stand on what is not asked: ${list}. Nothing was changed`
  throw new Refusal('CONFLICT', message, [{ path: 'months', message }])
}

/** What a category asks of a student, and for which months. */
export interface AskedOfCategory extends AssignedMonths {
  feeCategoryId: number
  asked: number
}

/**
 * Returns what each of some categories asks of a student for these months. One of which no months are said, and which
 * the student does not pay yet, is asked from the month of admission on where the student joined after the term began.
 * NOT_FOUND for a student whom the viewer does not see in the term.
 */
export const viewAskedByMonths = query({
  action: feeCategoryActions.assign,
  input: askedByMonthsView,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<AskedOfCategory[]> => {
    const { termId, studentId, feeCategoryIds, months } = input
    const [[student], paid, [joiner], [term]] = await read(
      payers(db, schoolId, viewer, termId).where('enrolments.studentId', '=', studentId),
      feeCategoriesOfStudent(db, { schoolId, termId, studentId }),
      joiners(db, schoolId, termId, [studentId]),
      termWithId(db, schoolId, termId),
    )
    if (!student || !term) throw notFound()
    const isSaid = (id: number) => months.some(({ feeCategoryId }) => feeCategoryId === id) || paid.some((one) => one.id === id)
    const of = feeCategoryIds.map((feeCategoryId) => ({
      feeCategoryId,
      ...(joiner && !isSaid(feeCategoryId)
        ? monthsOfJoiner(joiner, school)
        : monthsOf(feeCategoryId, months, monthsOfTerm(term.startsOn))),
    }))
    const [sums] = await read(askedByMonths(db, schoolId, termId, of))
    const asked = new Map(sums.map((row) => [row.feeCategoryId, row.asked]))
    return of.map((category) => ({ ...category, asked: asked.get(category.feeCategoryId) ?? 0 }))
  },
})

/**
 * Locks categories of a term against deletion.
 * @throws Refusal BAD_INPUT on `feeCategoryIds` when one does not exist
 */
export async function lockCategoriesShared(db: Tx, schoolId: number, termId: number, ids: readonly number[]): Promise<void> {
  const locked = await lockFeeCategories(db, schoolId, ids, 'share')
  if (locked.filter((category) => category.termId === termId).length === new Set(ids).size) return
  const message = t`This fees category does not exist in this term any more.`
  throw new Refusal('BAD_INPUT', message, [{ path: 'feeCategoryIds', message }])
}

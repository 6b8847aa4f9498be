import { sql } from 'kysely'
import type { z } from 'zod'
import { command, query, type Running } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { mustNotBeErased } from '#platform/erased.ts'
import { importMs } from '#platform/imports.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { showMoney } from '#shared/money.ts'
import { matchAssignments } from '../fees.rules.ts'
import {
  feeAssignment,
  feeAssignmentImport,
  feeCategoryChoice,
  feeCategoryStudentsView,
  studentFeeCategoriesForm,
  studentFeeCategoriesView,
} from '../fees.schema.ts'
import { lockOpenAccount, type Payer, payers } from './account.sql.ts'
import {
  allThere,
  assignChosen,
  assignPairs,
  categoriesOfStudent,
  feeCategoryPlaces,
  feeCategoryStudents,
  lockAssigned,
  moneyOnCategories,
  studentsToFind,
  unassign,
} from './assignments.sql.ts'
import {
  type FeeCategory,
  feeCategoryById,
  feeCategoryRows,
  holdTerm,
  lockFeeCategories,
  lockFeeCategory,
} from './feeCategories.sql.ts'
import { feeCategoryActions, type OfSchool } from './fees.permissions.ts'

/** What an assignment has changed: how many students, and the category as it is now. */
export interface Assigned {
  changed: number
  category: FeeCategory
}

/** What taking students off a category has changed, and who stays on it because money of theirs stands on its fees. */
export interface Unassigned extends Assigned {
  kept: { studentName: string; collected: number }[]
}

/** The sections of a category's term with how many of their students pay it. */
export const listFeeCategoryPlaces = query({
  action: feeCategoryActions.assign,
  input: feeCategoryChoice,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [[category]] = await read(feeCategoryRows(db, schoolId, viewer).where('feeCategories.id', '=', input.feeCategoryId))
    if (!category) throw notFound()
    return (await read(feeCategoryPlaces(db, schoolId, viewer, category)))[0]
  },
})

/** Students of a category's term and whether they pay it: of a section, by a search (100 at most), or all. */
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
 * Puts students, and all students of sections and classes, on a category; those who are on it stay. NOT_FOUND when one of those
 * named is not there in the category's term, or not for this viewer.
 */
export const assignFeeCategory = command<typeof feeAssignment, FeeCategory, Assigned>({
  action: feeCategoryActions.assign,
  input: feeAssignment,
  load: loadCategory,
  run: async ({ db, viewer, schoolId, input, row }) => {
    const ids = await assignChosen(db, schoolId, viewer, row, input)
    return { result: await withCategory(db, viewer, row, ids.length), ids: [row.id, ...ids], fields: ['students'] }
  },
})

/**
 * Takes students, and all students of sections and classes, off a category; those who are not on it are left aside. Students whose
 * live money stands on the category's fees stay on it, and are named in the answer. NOT_FOUND as in `assignFeeCategory`; CONFLICT,
 * naming them, when all of them would stay.
 */
export const unassignFeeCategory = command<typeof feeAssignment, FeeCategory, Unassigned>({
  action: feeCategoryActions.assign,
  input: feeAssignment,
  load: loadCategory,
  run: async ({ db, viewer, schoolId, input, row }) => {
    const chosen = await lockAssigned(db, schoolId, viewer, row, input)
    const kept = await moneyOnCategories(db, schoolId, row.termId, [row.id], chosen)
    const keptIds = new Set(kept.map(({ studentId }) => studentId))
    const ids = chosen.filter((id) => !keptIds.has(id))
    if (ids.length === 0) refuseMoney(kept, 'studentIds')
    await unassign(db, schoolId, [row.id], ids)
    const result = { ...(await withCategory(db, viewer, row, ids.length)), kept }
    return { result, ids: [row.id, ...ids], fields: ['students'] }
  },
})

async function loadCategory(
  loading: Omit<Running<z.output<typeof feeAssignment>, unknown>, 'row'>,
): Promise<FeeCategory | undefined> {
  const { db, viewer, schoolId, input } = loading
  const category = await lockFeeCategory(db, viewer, schoolId, input.feeCategoryId, 'hold')
  await mustNotBeErased(db, schoolId, input.studentIds ?? [])
  return category && (await allThere(db, schoolId, viewer, category.termId, input)) ? category : undefined
}

async function withCategory(db: Tx, viewer: Viewer, { schoolId, id }: FeeCategory, changed: number): Promise<Assigned> {
  const category = await feeCategoryById(db, viewer, schoolId, id)
  if (!category) throw notFound()
  return { changed, category }
}

/** @throws Refusal CONFLICT, naming the students and the categories, when live money stands on any */
function refuseMoney(standing: Awaited<ReturnType<typeof moneyOnCategories>>, path: string): void {
  if (standing.length === 0) return
  const named = standing.slice(0, 3).map((one) => `${showMoney(one.collected)} of ${one.studentName} on ${one.categoryName}`)
  const more = standing.length - named.length
  const list = new Intl.ListFormat('en-IN').format(more > 0 ? [...named, `${more.toLocaleString('en-IN')} more`] : named)
  const message = `Money was collected: ${list}. Nothing was changed`
  throw new Refusal('CONFLICT', message, [{ path, message }])
}

/**
 * Puts the students of a file on categories, all or none; who is on them stays. Answers how many assignments are new. Problems stand
 * at `rows.N.field`, N from 0: BAD_INPUT for a category that is not of this term, and for a student who is not found, or not alone.
 */
export const importFeeAssignments = command<typeof feeAssignmentImport, OfSchool, number>({
  action: feeCategoryActions.assign,
  input: feeAssignmentImport,
  statementTimeoutMs: importMs,
  load: ({ db, schoolId, input }) => holdTerm(db, schoolId, input.termId),
  run: async ({ db, viewer, schoolId, input: { termId, rows } }) => {
    const categories = await db
      .selectFrom('feeCategories')
      .select(['id', 'name'])
      .where('schoolId', '=', schoolId)
      .where('termId', '=', termId)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forKeyShare()
      .execute()
    const students = await studentsToFind(db, schoolId, viewer, termId)
    const { problems, pairs } = matchAssignments(rows, { students, categories })
    if (problems[0]) throw new Refusal('BAD_INPUT', problems[0].message, problems.slice(0, 1000))
    const ids = await assignPairs(db, schoolId, termId, pairs)
    return { result: ids.length, ids: [...new Set(ids)], fields: ['feeCategories'] }
  },
})

/** The categories a student pays in a term, by name. */
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
 * Gives a student exactly these categories in a term; answers them. BAD_INPUT on `feeCategoryIds` for one that is not there;
 * CONFLICT on it when she does not pay the ones the form saw any more, and when live money of hers stands on one that would go.
 */
export const setStudentFeeCategories = command<typeof studentFeeCategoriesForm, Payer, FeeCategory[]>({
  action: feeCategoryActions.assign,
  input: studentFeeCategoriesForm,
  load: ({ db, viewer, schoolId, input }) => lockOpenAccount(db, viewer, { schoolId, ...input }),
  run: async ({ db, viewer, schoolId, input: { termId, studentId, feeCategoryIds, seen } }) => {
    const present = await categoriesOfStudent(db, schoolId, termId, studentId)
    const expected = new Set(seen)
    if (present.length !== expected.size || present.some((id) => !expected.has(id))) {
      const message = 'What this student pays was changed meanwhile. Nothing was stored. Look at it again'
      throw new Refusal('CONFLICT', message, [{ path: 'feeCategoryIds', message }])
    }
    await holdCategories(db, schoolId, termId, feeCategoryIds)
    const wanted = new Set(feeCategoryIds)
    const gone = present.filter((id) => !wanted.has(id))
    refuseMoney(await moneyOnCategories(db, schoolId, termId, gone, [studentId]), 'feeCategoryIds')
    await unassign(db, schoolId, gone, [studentId])
    const pairs = [...wanted].map((feeCategoryId) => ({ studentId, feeCategoryId }))
    await assignPairs(db, schoolId, termId, pairs)
    const result = await feeCategoryRows(db, schoolId, viewer)
      .where(sql<boolean>`fee_categories.id = any(${feeCategoryIds}::bigint[])`)
      .execute()
    return { result, ids: [studentId], fields: ['feeCategories'] }
  },
})

/** Holds categories of a term. @throws Refusal BAD_INPUT on `feeCategoryIds` when one is not there */
export async function holdCategories(db: Tx, schoolId: number, termId: number, ids: readonly number[]): Promise<void> {
  const held = await lockFeeCategories(db, schoolId, ids, 'hold')
  if (held.filter((category) => category.termId === termId).length === new Set(ids).size) return
  const message = 'This fees category does not exist in this term any more.'
  throw new Refusal('BAD_INPUT', message, [{ path: 'feeCategoryIds', message }])
}

import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { sumMoney } from '#shared/money.ts'
import { promotedCategories, type PromotedCategory, scopeOf } from '../feeRules.rules.ts'
import { insertAssignments } from './assignments.sql.ts'
import { lockFeeCategories } from './feeCategories.sql.ts'
import { categoryRules, exceptionsOfStudents, lockRules } from './feeRules.sql.ts'

export { lockRules }

/** The terms of a promotion. */
interface Terms {
  schoolId: number
  fromTermId: number
  toTermId: number
}

/** Returns the statements whose results {@link planPromotedFees} takes. */
export function promotedFeesReads(db: Db | Tx, { schoolId, fromTermId, toTermId }: Terms, studentIds: readonly number[]) {
  return [
    categoryRules(db, schoolId, [fromTermId, toTermId]),
    db
      .selectFrom('studentFeeCategories')
      .select(['studentId', 'feeCategoryId', 'byRule'])
      .where('schoolId', '=', schoolId)
      .where('termId', '=', fromTermId)
      .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`),
    exceptionsOfStudents(db, schoolId, fromTermId, studentIds),
    db
      .selectFrom('enrolments')
      .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
      .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
      .select(['enrolments.studentId', sql<string>`lower(classes.name)`.as('classKey')])
      .where('enrolments.schoolId', '=', schoolId)
      .where('enrolments.termId', '=', fromTermId)
      .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`),
  ] as const
}

/** The results of {@link promotedFeesReads}. */
type Results = readonly [
  categories: readonly (PromotedCategory & { termId: number; total: number })[],
  assignments: readonly { studentId: number; feeCategoryId: number; byRule: boolean }[],
  exceptions: readonly { studentId: number; feeCategoryId: number }[],
  places: readonly { studentId: number; classKey: string }[],
]

/** The fees of a student who is promoted: the totals of both terms, and the categories of the new one. */
export interface PromotedFees {
  studentId: number
  /** The sum of the student's fixed fees of the previous term, and of the new one. */
  before: number
  after: number
  byRule: readonly number[]
  byHand: readonly number[]
  exceptions: readonly number[]
}

/** Returns the fees of promoted students. Preview and promotion use it, so that what is shown is what is stored. */
export function planPromotedFees(
  { fromTermId, toTermId }: Pick<Terms, 'fromTermId' | 'toTermId'>,
  [categories, assignments, exceptions, places]: Results,
  students: readonly { studentId: number; toClassId: number }[],
): PromotedFees[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const targets = categories.filter((category) => category.termId === toTermId)
  const assignmentsOf = Map.groupBy(assignments, (row) => row.studentId)
  const exceptionsOf = Map.groupBy(exceptions, (row) => row.studentId)
  const classKeys = new Map(places.map(({ studentId, classKey }) => [studentId, classKey]))
  const totalOf = (ids: readonly number[]) => sumMoney(ids.map((id) => byId.get(id)?.total ?? 0))
  const ofOldTerm = (id: number) => {
    const category = byId.get(id)
    return category?.termId === fromTermId ? [category] : []
  }
  return students.map(({ studentId, toClassId }) => {
    const own = assignmentsOf.get(studentId) ?? []
    const plan = promotedCategories(
      {
        fromClassKey: classKeys.get(studentId) ?? '',
        toClassId,
        assignments: own.flatMap(({ feeCategoryId, byRule }) => ofOldTerm(feeCategoryId).map(({ key }) => ({ key, byRule }))),
        exceptions: (exceptionsOf.get(studentId) ?? []).flatMap(({ feeCategoryId }) =>
          ofOldTerm(feeCategoryId).map(({ key }) => key),
        ),
      },
      targets,
    )
    return {
      studentId,
      before: totalOf(own.map(({ feeCategoryId }) => feeCategoryId)),
      after: totalOf([...plan.byRule, ...plan.byHand]),
      ...plan,
    }
  })
}

/** Returns whether a category of the term is for classes. Without one, promotions copy assignments by name alone. */
export function hasRules([categories]: Results, termId: number): boolean {
  return categories.some((category) => category.termId === termId && scopeOf(category) !== 'HAND')
}

/** A pair of a category and a student, as a promotion records it. */
export interface RecordedPair {
  id: number
  otherId: number
}

/**
 * Assigns promoted students to the categories of their new class. The rules are locked (`lockRules`), and the students
 * enrolled in the new term.
 * @returns the assignments and exceptions that were added
 */
export async function assignPromoted(
  db: Tx,
  terms: Terms,
  studentIds: readonly number[],
  toClassId: number,
): Promise<{ assignments: RecordedPair[]; exceptions: RecordedPair[] }> {
  const { schoolId, toTermId } = terms
  const [categories, assignments, exceptions, places] = promotedFeesReads(db, terms, studentIds)
  const results: Results = [
    await categories.execute(),
    await assignments.execute(),
    await exceptions.execute(),
    await places.execute(),
  ]
  const plans = planPromotedFees(
    terms,
    results,
    studentIds.map((studentId) => ({ studentId, toClassId })),
  )
  // Locked, so that no category is deleted while students are assigned.
  const used = [...new Set(plans.flatMap(({ byRule, byHand, exceptions: taken }) => [...byRule, ...byHand, ...taken]))]
  const standing = new Set((await lockFeeCategories(db, schoolId, used, 'share')).map(({ id }) => id))
  const pairs = (of: 'byRule' | 'byHand' | 'exceptions') =>
    plans.flatMap((plan) =>
      plan[of].filter((id) => standing.has(id)).map((feeCategoryId) => ({ studentId: plan.studentId, feeCategoryId })),
    )
  const [byRule, byHand, excepted] = [pairs('byRule'), pairs('byHand'), pairs('exceptions')]
  await insertAssignments(db, schoolId, toTermId, byRule, 'rule')
  await insertAssignments(db, schoolId, toTermId, byHand, 'hand')
  if (excepted.length > 0)
    await db
      .insertInto('feeCategoryExceptions')
      .values(excepted.map((pair) => ({ schoolId, termId: toTermId, ...pair })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const recorded = (list: typeof byRule) =>
    list.map(({ studentId, feeCategoryId }) => ({ id: feeCategoryId, otherId: studentId }))
  return { assignments: recorded([...byRule, ...byHand]), exceptions: recorded(excepted) }
}

import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { sectionsByName, seesClass } from '#domains/classes/server/classes.exports.ts'
import { sumMoney } from '#shared/money.ts'
import { changeByRule, changeOfCategory, classesOf } from '../feeRules.rules.ts'
import { feeCategoryRuleView, feeMovesView } from '../fees.schema.ts'
import { feeCategoryRows, termWithId } from './feeCategories.sql.ts'
import { assignmentsOfStudents, categoryRules, exceptionsOfStudents, studentsOfRule, studentsToMove } from './feeRules.sql.ts'
import { feeCategoryActions } from './fees.permissions.ts'

/** What the classes of a category would change for students. */
export interface FeeRulePreview {
  added: number
  /** Students who pay the category already, and follow its rule from now on. */
  adopted: number
  removed: number
  /** Names of students of other classes who stay, because money was collected on the category. */
  kept: string[]
  /** Number of students from whom the category was taken by hand, and who do not get it again. */
  excepted: number
  /** The sum of the category's fixed fees: what one student pays. */
  each: number
}

/** Previews what the classes of a category would change, before they are stored. NOT_FOUND for an unknown category. */
export const previewFeeCategoryRule = query({
  action: feeCategoryActions.add,
  input: feeCategoryRuleView,
  run: async ({ db, read, viewer, schoolId, input: { termId, id, scope, classIds } }): Promise<FeeRulePreview> => {
    const [[term], students, [category]] = await read(
      termWithId(db, schoolId, termId),
      studentsOfRule(db, schoolId, { id: id ?? 0, termId }),
      feeCategoryRows(db, schoolId, viewer)
        .where('feeCategories.id', '=', id ?? 0)
        .where('feeCategories.termId', '=', termId),
    )
    if (!term || (id !== undefined && !category)) throw notFound()
    const change = changeOfCategory(classesOf(scope, classIds), students)
    return {
      added: change.added.length,
      adopted: change.adopted.length,
      removed: change.removed.length,
      kept: change.kept.map(({ studentName }) => studentName),
      excepted: change.excepted.length,
      each: category?.fixedTotal ?? 0,
    }
  },
})

/** A category in the preview of a move, with the sum of its fixed fees. */
interface MovedCategory {
  name: string
  total: number
}

/** What the rules change for a student who comes to a section. */
export interface FeeMove {
  studentId: number
  /** What the student pays in the term before and after the move. */
  before: number
  after: number
  added: MovedCategory[]
  removed: MovedCategory[]
  keptForMoney: MovedCategory[]
  keptByHand: MovedCategory[]
}

/**
 * Previews what the rules change for students who come to other sections of a term, or get their first place in it. A
 * move within a class changes nothing. NOT_FOUND when the viewer may not see a student or a section.
 */
export const previewFeeMoves = query({
  action: feeCategoryActions.assign,
  input: feeMovesView,
  run: async ({ db, read, viewer, schoolId, input: { termId, moves } }): Promise<FeeMove[]> => {
    const ids = moves.map(({ studentId }) => studentId)
    const [students, sections, categories, assignments, exceptions] = await read(
      studentsToMove(db, schoolId, termId, ids),
      sectionsByName(db, schoolId, termId),
      categoryRules(db, schoolId, [termId]),
      assignmentsOfStudents(db, schoolId, termId, ids),
      exceptionsOfStudents(db, schoolId, termId, ids),
    )
    const [classes, sectionClasses] = [
      new Map(students.map(({ studentId, classId }) => [studentId, classId])),
      new Map(sections.map(({ id, classId }) => [id, classId])),
    ]
    const categoryById = new Map(categories.map((category) => [category.id, category]))
    const assignmentsOf = Map.groupBy(assignments, ({ studentId }) => studentId)
    const exceptionsOf = Map.groupBy(exceptions, ({ studentId }) => studentId)
    const listed = (list: readonly number[]): MovedCategory[] =>
      list.flatMap((id) => {
        const category = categoryById.get(id)
        return category ? [{ name: category.name, total: category.total }] : []
      })
    const totalOf = (list: readonly number[]) => sumMoney(listed(list).map(({ total }) => total))
    return moves.map(({ studentId, sectionId }) => {
      const [from, to] = [classes.get(studentId), sectionClasses.get(sectionId)]
      if (from === undefined || to === undefined || !seesClass(viewer, to) || (from !== null && !seesClass(viewer, from)))
        throw notFound()
      const assigned = assignmentsOf.get(studentId) ?? []
      const excepted = (exceptionsOf.get(studentId) ?? []).map(({ feeCategoryId }) => feeCategoryId)
      const before = totalOf(assigned.map(({ feeCategoryId }) => feeCategoryId))
      if (from === to) return { studentId, before, after: before, added: [], removed: [], keptForMoney: [], keptByHand: [] }
      const { added, removed, keptForMoney, keptByHand } = changeByRule(categories, to, assigned, excepted)
      return {
        studentId,
        before,
        after: before + totalOf(added) - totalOf(removed),
        added: listed(added),
        removed: listed(removed),
        keptForMoney: listed(keptForMoney),
        keptByHand: listed(keptByHand),
      }
    })
  },
})

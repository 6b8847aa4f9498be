import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import type { Db } from '#platform/database/connect.ts'
import { sectionInTerm, sectionsByName, seesClass } from '#domains/classes/server/classes.exports.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import type { JoiningMonth } from '#shared/joiningMonth.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { allMonths, askedAmount, type AssignedMonths, isAsked, monthsFromDay } from '../assignedMonths.rules.ts'
import {
  type CategoryRule,
  changeByRule,
  changeOfCategory,
  classesOf,
  type RuleChange,
  type RuledAssignment,
} from '../feeRules.rules.ts'
import { feeCategoryRuleView, feeMovesView, sectionFeeMovesView } from '../fees.schema.ts'
import type { Month } from '../months.ts'
import { feeCategoryRows, termWithId } from './feeCategories.sql.ts'
import {
  assignmentsOfStudents,
  categoryRules,
  classInTerm,
  exceptionsOfStudents,
  fixedFeesOfTerm,
  studentsOfRule,
  studentsOfSection,
  studentsToMove,
} from './feeRules.sql.ts'
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

/** A category in the preview of moves. */
export interface MovedCategory {
  name: string
  /** The sum of its fixed fees. */
  total: number
  /** Number of students for whom it changes or stays. */
  students: number
  /** The first names of them; none of new students. */
  names: string[]
}

/** What the rules change for students who come to other sections, all together. */
export interface FeeMoves {
  /** What the students pay in the term before and after. */
  before: number
  after: number
  /** The number of students who pay from their month of admission on, and that month where it is the same for all. */
  joining: number
  joiningFrom: Month | null
  added: MovedCategory[]
  removed: MovedCategory[]
  keptForMoney: MovedCategory[]
  keptByHand: MovedCategory[]
}

/** Maximum number of names of a category's students in a preview. */
const maxNames = 5

/**
 * Previews what the rules change for students who come to other sections of a term, or get their first place in it. A
 * move without a student is a new one. A move within a class changes nothing. NOT_FOUND when the viewer may not see a
 * student or a section.
 */
export const previewFeeMoves = query({
  action: feeCategoryActions.assign,
  input: feeMovesView,
  run: async ({ db, read, viewer, school, schoolId, input: { termId, moves } }): Promise<FeeMoves> => {
    const ids = moves.flatMap(({ studentId }) => studentId ?? [])
    const [students, sections, ...results] = await read(
      studentsToMove(db, schoolId, termId, ids),
      sectionsByName(db, schoolId, termId),
      ...feeMoveReads(db, schoolId, termId, ids),
    )
    const studentById = new Map(students.map((student) => [student.studentId, student]))
    const sectionClasses = new Map(sections.map(({ id, classId }) => [id, classId]))
    const changes = moves.map(({ studentId = null, sectionId, joinedOn = null }): ClassChange => {
      const student = studentId === null ? newStudent : studentById.get(studentId)
      const to = sectionClasses.get(sectionId)
      if (!student || to === undefined || !seesClass(viewer, to)) throw notFound()
      if (student.classId !== null && !seesClass(viewer, student.classId)) throw notFound()
      return { studentId, name: student.name, joinedOn: student.joinedOn ?? joinedOn, from: student.classId, to }
    })
    return summarize(results, changes, school)
  },
})

/**
 * Previews what the rules change for the students of a section that comes to another class. NOT_FOUND when the viewer
 * may not see the section or the class.
 */
export const previewFeeMovesOfSection = query({
  action: feeCategoryActions.assign,
  input: sectionFeeMovesView,
  run: async ({ db, read, viewer, school, schoolId, input: { sectionId, classId } }): Promise<FeeMoves> => {
    const [[section], students, [target]] = await read(
      sectionInTerm(db, schoolId, sectionId),
      studentsOfSection(db, schoolId, sectionId),
      classInTerm(db, schoolId, classId),
    )
    if (!section || section.termId !== target?.termId || ![section.classId, classId].every((id) => seesClass(viewer, id)))
      throw notFound()
    const ids = students.map(({ studentId }) => studentId)
    const results = await read(...feeMoveReads(db, schoolId, section.termId, ids))
    return summarize(
      results,
      students.map((student) => ({ ...student, from: section.classId, to: classId })),
      school,
    )
  },
})

const newStudent = { name: '', joinedOn: null, classId: null }

/** A student who comes from a class, or from no place in the term, to another one; a new one has no id yet. */
interface ClassChange {
  studentId: number | null
  name: string
  joinedOn: Day | null
  from: number | null
  to: number
}

/** Returns the statements whose results {@link summarize} takes. */
function feeMoveReads(db: Db, schoolId: number, termId: number, studentIds: readonly number[]) {
  return [
    categoryRules(db, schoolId, [termId]),
    assignmentsOfStudents(db, schoolId, termId, studentIds),
    exceptionsOfStudents(db, schoolId, termId, studentIds),
    fixedFeesOfTerm(db, schoolId, termId),
  ] as const
}

type FeeMoveResults = readonly [
  categories: readonly (CategoryRule & { name: string; total: number })[],
  assignments: readonly (RuledAssignment & AssignedMonths & { studentId: number })[],
  exceptions: readonly { studentId: number; feeCategoryId: number }[],
  fees: readonly { feeCategoryId: number; month: Month | null; dueOn: Day | null; amount: number; startsOn: Day }[],
]

function summarize(
  [categories, assignments, exceptions, fees]: FeeMoveResults,
  changes: readonly ClassChange[],
  { joiningMonth }: Pick<School, 'joiningMonth'>,
): FeeMoves {
  const feesOf = Map.groupBy(fees, ({ feeCategoryId }) => feeCategoryId)
  const startsOn = fees[0]?.startsOn
  const asked = (id: number, months: AssignedMonths) =>
    sumMoney((feesOf.get(id) ?? []).filter((fee) => isAsked(fee, months, fee.startsOn)).map((fee) => askedAmount(fee, months)))
  const assignmentsOf = Map.groupBy(assignments, ({ studentId }) => studentId)
  const exceptionsOf = Map.groupBy(exceptions, ({ studentId }) => studentId)
  const results = changes.map(({ studentId, name, joinedOn, from, to }) => {
    const assigned = assignmentsOf.get(studentId ?? 0) ?? []
    const joining =
      joinedOn === null || startsOn === undefined ? allMonths : monthsFromDay(joinedOn, startsOn, joiningMonth as JoiningMonth)
    const totalOf = (ids: readonly number[]) =>
      sumMoney(ids.map((id) => asked(id, assigned.find(({ feeCategoryId }) => feeCategoryId === id) ?? joining)))
    const excepted = (exceptionsOf.get(studentId ?? 0) ?? []).map(({ feeCategoryId }) => feeCategoryId)
    const before = totalOf(assigned.map(({ feeCategoryId }) => feeCategoryId))
    const change = from === to ? noChange : changeByRule(categories, to, assigned, excepted)
    const after = subtractMoney(sumMoney([before, totalOf(change.added)]), totalOf(change.removed))
    return { name, before, after, change, joining: change.added.length > 0 ? joining : allMonths }
  })
  const listed = (of: keyof RuleChange): MovedCategory[] =>
    categories.flatMap(({ id, name, total }) => {
      const students = results.filter(({ change }) => change[of].includes(id))
      if (students.length === 0) return []
      const names = students.map((student) => student.name).filter((student) => student !== '')
      return [{ name, total, students: students.length, names: names.slice(0, maxNames) }]
    })
  const joining = results.flatMap(({ joining: { months } }) => (months === null ? [] : [months[0] ?? null]))
  return {
    before: sumMoney(results.map(({ before }) => before)),
    after: sumMoney(results.map(({ after }) => after)),
    joining: joining.length,
    joiningFrom: joining.length === results.length && new Set(joining).size === 1 ? (joining[0] ?? null) : null,
    added: listed('added'),
    removed: listed('removed'),
    keptForMoney: listed('keptForMoney'),
    keptByHand: listed('keptByHand'),
  }
}

const noChange: RuleChange = { added: [], removed: [], keptForMoney: [], keptByHand: [] }

import { t } from '#shared/texts.ts'
import type { CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { type CategoryChange, type CategoryClasses, changeByRule, changeOfCategory } from '../feeRules.rules.ts'
import { insertAssignments } from './assignments.sql.ts'
import { feesOfAssigned, followAfterRemoval } from './concessionLines.ts'
import { lockFeeCategories } from './feeCategories.sql.ts'
import { fromJoining } from './joiningMonths.ts'
import {
  assignmentsOfStudents,
  categoryRules,
  classesOfStudents,
  exceptionsOfStudents,
  lockAccountsOfStudents,
  markAssignments,
  removeAssignments,
  type StudentOfRule,
  studentsOfRule,
} from './feeRules.sql.ts'

/** Where and by whom rules are applied. */
export type RuleContext = Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId' | 'school' | 'viewer'>

/** A student of a term and the class there before; null for a new place. */
export interface ChangedClass {
  studentId: number
  fromClassId: number | null
}

/**
 * Assigns students who came to a class by its rules, and removes what the rules of their class before had given. Their
 * concessions follow. The rules are locked (`lockRules`), and the students enrolled in their new classes.
 * @returns the number of assignments added and removed
 */
export async function assignByRule(running: RuleContext, termId: number, students: readonly ChangedClass[]): Promise<number> {
  const { db, schoolId, viewer } = running
  const rules = await categoryRules(db, schoolId, [termId]).execute()
  if (rules.length === 0 || students.length === 0) return 0
  const before = new Map(students.map(({ studentId, fromClassId }) => [studentId, fromClassId]))
  const places = await classesOfStudents(db, schoolId, termId, [...before.keys()]).execute()
  const moved = places.filter(({ studentId, classId }) => before.get(studentId) !== classId)
  const ids = moved.map(({ studentId }) => studentId)
  if (ids.length === 0) return 0
  await lockAccountsOfStudents(db, schoolId, termId, ids)
  const assignments = Map.groupBy(await assignmentsOfStudents(db, schoolId, termId, ids).execute(), (row) => row.studentId)
  const exceptions = Map.groupBy(await exceptionsOfStudents(db, schoolId, termId, ids).execute(), (row) => row.studentId)
  const changes = moved.map(({ studentId, classId }) => {
    const excepted = (exceptions.get(studentId) ?? []).map((row) => row.feeCategoryId)
    return { studentId, ...changeByRule(rules, classId, assignments.get(studentId) ?? [], excepted) }
  })
  const pairs = (of: 'added' | 'removed') =>
    changes.flatMap((change) => change[of].map((feeCategoryId) => ({ studentId: change.studentId, feeCategoryId })))
  const [added, removed] = [pairs('added'), pairs('removed')]
  // Locked against deletion before any assignment changes, as a deletion does, and left out when a category was deleted
  // since the rules were read.
  const used = [...new Set([...added, ...removed].map((pair) => pair.feeCategoryId))]
  const standing = new Set((await lockFeeCategories(db, schoolId, used, 'share')).map(({ id }) => id))
  await removeAssignments(db, schoolId, removed)
  const standingPairs = added.filter((pair) => standing.has(pair.feeCategoryId))
  await insertAssignments(db, schoolId, termId, await fromJoining(running, termId, standingPairs), 'rule')
  const studentIds = [...new Set([...added, ...removed].map((pair) => pair.studentId))]
  const feeIds = await feesOfAssigned(db, schoolId, used)
  await followAfterRemoval(db, viewer, { schoolId, studentIds, feeIds }, t`The student came to another class`)
  return added.length + removed.length
}

/** A category with the term it is of. */
interface CategoryOfTerm {
  id: number
  termId: number
}

/**
 * Assigns the students of a category's classes by rule, and removes those of other classes whom a rule had assigned.
 * The rules are locked for a change.
 */
export async function applyClasses(
  running: RuleContext,
  category: CategoryOfTerm,
  classes: CategoryClasses,
): Promise<CategoryChange<StudentOfRule>> {
  const { db, schoolId, viewer } = running
  const read = async () => changeOfCategory(classes, await studentsOfRule(db, schoolId, category).execute())
  const before = await read()
  const touched = [...before.removed, ...before.kept, ...before.added].map(({ studentId }) => studentId)
  if (touched.length > 0) await lockAccountsOfStudents(db, schoolId, category.termId, touched)
  // Read again behind the locks: money collected meanwhile keeps its student.
  const change = touched.length > 0 ? await read() : before
  const pairs = (students: readonly StudentOfRule[]) =>
    students.map(({ studentId }) => ({ studentId, feeCategoryId: category.id }))
  await removeAssignments(db, schoolId, pairs(change.removed))
  await markAssignments(db, schoolId, pairs(change.adopted), true)
  const added = await fromJoining(running, category.termId, pairs(change.added))
  await insertAssignments(db, schoolId, category.termId, added, 'rule')
  const feeIds = await feesOfAssigned(db, schoolId, [category.id])
  const studentIds = [...change.removed, ...change.added].map(({ studentId }) => studentId)
  await followAfterRemoval(db, viewer, { schoolId, studentIds, feeIds }, t`The classes of the fees category changed`)
  return change
}

/**
 * Makes assignments of students whose class the category is not for any more count as made by hand: they stay until
 * somebody removes them.
 */
export async function leaveToHand(db: Tx, schoolId: number, category: CategoryOfTerm, classes: CategoryClasses): Promise<void> {
  const { removed, kept } = changeOfCategory(classes, await studentsOfRule(db, schoolId, category).execute())
  const pairs = [...removed, ...kept].map(({ studentId }) => ({ studentId, feeCategoryId: category.id }))
  await markAssignments(db, schoolId, pairs, false)
}

/** For which classes a category is. HAND: for none, so that it is assigned by hand only. */
export const categoryScopes = ['HAND', 'CLASSES', 'ALL'] as const
export type CategoryScope = (typeof categoryScopes)[number]

/** The classes that a category is for. */
export interface CategoryClasses<Id = number> {
  allClasses: boolean
  classIds: readonly Id[]
}

/** A category with its classes. */
export interface CategoryRule<Id = number> extends CategoryClasses<Id> {
  id: Id
}

export function scopeOf({ allClasses, classIds }: CategoryClasses<unknown>): CategoryScope {
  if (allClasses) return 'ALL'
  return classIds.length > 0 ? 'CLASSES' : 'HAND'
}

/** Returns the classes of a form's choice. */
export function classesOf<Id>(scope: CategoryScope, classIds: readonly Id[]): CategoryClasses<Id> {
  return { allClasses: scope === 'ALL', classIds: scope === 'CLASSES' ? [...new Set(classIds)] : [] }
}

/** Returns whether students of a class are assigned to the category by rule. */
export function isForClass<Id>({ allClasses, classIds }: CategoryClasses<Id>, classId: Id): boolean {
  return allClasses || classIds.includes(classId)
}

/** A student's assignment to a category. */
export interface RuledAssignment {
  feeCategoryId: number
  byRule: boolean
  /** Whether live money is on the category's fees: payments, discounts and the like. */
  hasMoney: boolean
}

/** What the rules change for a student. Ids of categories. */
export interface RuleChange {
  added: number[]
  removed: number[]
  /** Given by a rule that does not name the class any more, and kept because money was collected on them. */
  keptForMoney: number[]
  /** Given by hand, and for no rule of the class. */
  keptByHand: number[]
}

/**
 * Returns what the rules change for a student of a class. Assignments by hand stay, and a category that was taken from
 * the student by hand is not given again.
 */
export function changeByRule(
  rules: readonly CategoryRule[],
  classId: number,
  assignments: readonly RuledAssignment[],
  exceptions: readonly number[],
): RuleChange {
  const given = new Set(rules.filter((rule) => isForClass(rule, classId)).map(({ id }) => id))
  const assigned = new Set(assignments.map(({ feeCategoryId }) => feeCategoryId))
  const others = assignments.filter(({ feeCategoryId }) => !given.has(feeCategoryId))
  const ids = (list: readonly RuledAssignment[]) => list.map(({ feeCategoryId }) => feeCategoryId)
  return {
    added: [...given].filter((id) => !assigned.has(id) && !exceptions.includes(id)),
    removed: ids(others.filter(({ byRule, hasMoney }) => byRule && !hasMoney)),
    keptForMoney: ids(others.filter(({ byRule, hasMoney }) => byRule && hasMoney)),
    keptByHand: ids(others.filter(({ byRule }) => !byRule)),
  }
}

/** A category of the term to which students are promoted. Keys are names in lower case. */
export interface PromotedCategory extends CategoryRule {
  key: string
  classKeys: readonly string[]
}

/** A student who is promoted, with the categories of the previous term. */
export interface PromotedStudent {
  fromClassKey: string
  toClassId: number
  assignments: readonly { key: string; byRule: boolean }[]
  /** Keys of categories that were taken from the student by hand. */
  exceptions: readonly string[]
}

/**
 * Returns the categories of the new term that a promoted student gets: by the rules of the new class, and by hand those
 * of the same name that were given by hand, or that have no rule in the new term. An assignment of a category that is
 * for the student's previous class is no exception: the rule of the new class decides. That holds for assignments from
 * before there were rules too, which all count as made by hand.
 */
export function promotedCategories(
  student: PromotedStudent,
  categories: readonly PromotedCategory[],
): { byRule: number[]; byHand: number[]; exceptions: number[] } {
  const byKey = new Map(categories.map((category) => [category.key, category]))
  const given = categories.filter((category) => isForClass(category, student.toClassId)).map(({ id }) => id)
  const carried = student.assignments.flatMap(({ key, byRule }) => {
    const category = byKey.get(key)
    if (!category) return []
    if (scopeOf(category) === 'HAND') return [category.id]
    const wasGivenByRule = byRule || category.allClasses || category.classKeys.includes(student.fromClassKey)
    return wasGivenByRule ? [] : [category.id]
  })
  const excepted = student.exceptions.flatMap((key) => byKey.get(key)?.id ?? [])
  const exceptions = given.filter((id) => excepted.includes(id) && !carried.includes(id))
  const byRule = given.filter((id) => !exceptions.includes(id))
  return { byRule, byHand: carried.filter((id) => !byRule.includes(id)), exceptions }
}

/** A student of the term of a category whose classes change. */
export interface StudentOfCategory {
  classId: number
  /** Whether the category was taken from the student by hand. */
  excepted: boolean
  /** Whether the assignment was given by rule; null for a student who is not assigned. */
  byRule: boolean | null
  hasMoney: boolean
}

/** What the classes of a category change for the students of its term. */
export interface CategoryChange<Student> {
  added: Student[]
  /** Assigned by hand before, and from now on by rule. */
  adopted: Student[]
  removed: Student[]
  /** Of other classes, and kept because money was collected on the category. */
  kept: Student[]
  /** Of the classes, and left out because the category was taken from them by hand. */
  excepted: Student[]
}

/** Returns what a category's classes change for the students of its term. */
export function changeOfCategory<Student extends StudentOfCategory>(
  classes: CategoryClasses,
  students: readonly Student[],
): CategoryChange<Student> {
  const change: CategoryChange<Student> = { added: [], adopted: [], removed: [], kept: [], excepted: [] }
  for (const student of students) {
    const { classId, byRule, excepted, hasMoney } = student
    if (isForClass(classes, classId)) {
      if (byRule === null) (excepted ? change.excepted : change.added).push(student)
      else if (!byRule) change.adopted.push(student)
    } else if (byRule) (hasMoney ? change.kept : change.removed).push(student)
  }
  return change
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CategoryRule,
  changeByRule,
  changeOfCategory,
  classesOf,
  isForClass,
  promotedCategories,
  scopeOf,
} from './feeRules.rules.ts'

const classId = fc.integer({ min: 1, max: 4 })
const ids = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: max })
const scope = fc.constantFrom('HAND', 'CLASSES', 'ALL')

const rules: fc.Arbitrary<CategoryRule[]> = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 6 }), scope, classIds: ids(4) }), { selector: ({ id }) => id })
  .map((list) => list.map(({ id, scope: of, classIds }) => ({ id, ...classesOf(of, classIds) })))

const assignments = fc.uniqueArray(
  fc.record({ feeCategoryId: fc.integer({ min: 1, max: 6 }), byRule: fc.boolean(), hasMoney: fc.boolean() }),
  { selector: ({ feeCategoryId }) => feeCategoryId },
)

const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b)

test('the classes of a choice have its scope, and CLASSES without a class is HAND', () => {
  fc.assert(
    fc.property(scope, ids(4), (chosen, classIds) => {
      expect(scopeOf(classesOf(chosen, classIds))).toBe(chosen === 'CLASSES' && classIds.length === 0 ? 'HAND' : chosen)
    }),
  )
})

describe('a student who comes to a class', () => {
  test('has afterwards what the rules give and what was given by hand or paid, and nothing that was taken by hand', () => {
    fc.assert(
      fc.property(rules, classId, assignments, ids(6), (all, to, own, exceptions) => {
        const taken = exceptions.filter((id) => !own.some(({ feeCategoryId }) => feeCategoryId === id))
        const { added, removed } = changeByRule(all, to, own, taken)
        const before = own.map(({ feeCategoryId }) => feeCategoryId)
        const after = new Set([...before.filter((id) => !removed.includes(id)), ...added])
        const given = all.filter((rule) => isForClass(rule, to)).map(({ id }) => id)
        for (const id of given) expect(after.has(id)).toBe(!taken.includes(id))
        for (const { feeCategoryId, byRule, hasMoney } of own)
          if (!byRule || hasMoney) expect(after.has(feeCategoryId)).toBe(true)
          else expect(after.has(feeCategoryId)).toBe(given.includes(feeCategoryId))
        for (const id of added)
          expect([given.includes(id), before.includes(id), taken.includes(id)]).toEqual([true, false, false])
      }),
    )
  })

  test('is changed once: the same rules change nothing more', () => {
    fc.assert(
      fc.property(rules, classId, assignments, ids(6), (all, to, own, exceptions) => {
        const first = changeByRule(all, to, own, exceptions)
        const stored = [
          ...own.filter(({ feeCategoryId }) => !first.removed.includes(feeCategoryId)),
          ...first.added.map((feeCategoryId) => ({ feeCategoryId, byRule: true, hasMoney: false })),
        ]
        const { added, removed } = changeByRule(all, to, stored, exceptions)
        expect([added, removed]).toEqual([[], []])
      }),
    )
  })

  test('keeps and says what no rule of the class gives', () => {
    fc.assert(
      fc.property(rules, classId, assignments, (all, to, own) => {
        const { removed, keptForMoney, keptByHand } = changeByRule(all, to, own, [])
        const given = all.filter((rule) => isForClass(rule, to)).map(({ id }) => id)
        const others = own.map(({ feeCategoryId }) => feeCategoryId).filter((id) => !given.includes(id))
        expect(sorted([...removed, ...keptForMoney, ...keptByHand])).toEqual(sorted(others))
      }),
    )
  })
})

describe('a promoted student', () => {
  const tuition7 = { id: 1, key: 'tuition 7', allClasses: false, classIds: [17], classKeys: ['7'] }
  const tuition8 = { id: 2, key: 'tuition 8', allClasses: false, classIds: [18], classKeys: ['8'] }
  const exam = { id: 3, key: 'exam', allClasses: true, classIds: [], classKeys: [] }
  const bus = { id: 4, key: 'bus', allClasses: false, classIds: [], classKeys: [] }
  const categories = [tuition7, tuition8, exam, bus]
  const student = { fromClassKey: '7', toClassId: 18, exceptions: [] }
  const byRule = (key: string) => ({ key, byRule: true })
  const byHand = (key: string) => ({ key, byRule: false })

  test('gets the rules of the new class, and by hand what was given by hand', () => {
    const before = [byRule('tuition 7'), byRule('exam'), byHand('bus'), byHand('gone')]
    expect(promotedCategories({ ...student, assignments: before }, categories)).toEqual({
      byRule: [2, 3],
      byHand: [4],
      exceptions: [],
    })
  })

  test('from before there were rules loses the old class’s fees too', () => {
    const before = [byHand('tuition 7'), byHand('exam'), byHand('bus')]
    expect(promotedCategories({ ...student, assignments: before }, categories)).toEqual({
      byRule: [2, 3],
      byHand: [4],
      exceptions: [],
    })
  })

  test('keeps a category of another class that was given by hand', () => {
    const before = [byHand('tuition 7')]
    expect(promotedCategories({ ...student, fromClassKey: '6', assignments: before }, categories).byHand).toEqual([1])
  })

  test('keeps exceptions where a rule would give the category again', () => {
    const before = [byRule('tuition 7')]
    expect(promotedCategories({ ...student, assignments: before, exceptions: ['exam', 'bus'] }, categories)).toEqual({
      byRule: [2],
      byHand: [],
      exceptions: [3],
    })
  })

  test('has each category once, and none that was excepted', () => {
    const key = fc.constantFrom('tuition 7', 'tuition 8', 'exam', 'bus', 'gone')
    const before = fc.uniqueArray(fc.record({ key, byRule: fc.boolean() }), { selector: (one) => one.key })
    fc.assert(
      fc.property(
        before,
        fc.uniqueArray(key),
        fc.constantFrom('7', '8', '9'),
        fc.constantFrom(17, 18, 19),
        (own, all, from, to) => {
          const exceptions = all.filter((one) => !own.some((assignment) => assignment.key === one))
          const plan = promotedCategories({ fromClassKey: from, toClassId: to, assignments: own, exceptions }, categories)
          const given = categories.filter((category) => isForClass(category, to)).map(({ id }) => id)
          const every = [...plan.byRule, ...plan.byHand, ...plan.exceptions]
          expect(new Set(every).size).toBe(every.length)
          expect(sorted([...plan.byRule, ...plan.exceptions])).toEqual(sorted(given))
        },
      ),
    )
  })
})

test('a category’s classes sort the students of its term, and applying them leaves nothing to change', () => {
  const student = fc.record({
    classId,
    excepted: fc.boolean(),
    byRule: fc.option(fc.boolean(), { nil: null }),
    hasMoney: fc.boolean(),
  })
  fc.assert(
    fc.property(scope, ids(4), fc.array(student), (chosen, classIds, drawn) => {
      const students = drawn.map((one) => (one.byRule === null ? { ...one, hasMoney: false } : { ...one, excepted: false }))
      const classes = classesOf(chosen, classIds)
      const { added, adopted, removed, kept, excepted } = changeOfCategory(classes, students)
      for (const one of added) expect([one.byRule, one.excepted, isForClass(classes, one.classId)]).toEqual([null, false, true])
      for (const one of removed)
        expect([one.byRule, one.hasMoney, isForClass(classes, one.classId)]).toEqual([true, false, false])
      for (const one of kept) expect([one.byRule, one.hasMoney]).toEqual([true, true])
      const applied = students.map((one) => {
        if (added.includes(one) || adopted.includes(one)) return { ...one, byRule: true }
        return removed.includes(one) ? { ...one, byRule: null } : one
      })
      const again = changeOfCategory(classes, applied)
      expect([again.added, again.adopted, again.removed]).toEqual([[], [], []])
      expect([again.kept.length, again.excepted.length]).toEqual([kept.length, excepted.length])
    }),
  )
})

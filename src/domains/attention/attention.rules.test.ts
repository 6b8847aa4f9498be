import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  caseRules,
  decideReasons,
  type Finding,
  type RuleName,
  ruleNames,
  settingsOf,
  type StandingReason,
} from './attention.rules.ts'

const figure = { value: 5, base: 1, since: '2026-07-01', weekday: null }
const reason = (more: Partial<StandingReason> = {}): StandingReason => ({
  id: 1,
  studentId: 7,
  rule: 'LOW_SHARE',
  place: 'HERE',
  ...figure,
  ...more,
})
const finding = (more: Partial<Finding> = {}): Finding => ({
  studentId: 7,
  rule: 'LOW_SHARE',
  opens: true,
  gone: false,
  ...figure,
  ...more,
})
const all = new Set<RuleName>(ruleNames)

test('a child is found once: not again while the reason stands', () => {
  expect(decideReasons(all, [], [finding()]).found).toEqual([finding()])
  expect(decideReasons(all, [reason()], [finding()])).toEqual({ found: [], changed: [], gone: [] })
  expect(decideReasons(all, [], [finding({ opens: false })]).found).toEqual([])
  expect(decideReasons(all, [reason()], [finding({ studentId: 8 })]).found).toHaveLength(1)
})

test('a reason gets its new figure, is gone with it, and stands without one', () => {
  expect(decideReasons(all, [reason()], [finding({ value: 6, opens: false })]).changed).toEqual([{ id: 1, ...figure, value: 6 }])
  expect(decideReasons(all, [reason()], [finding({ value: 9, opens: false, gone: true })]).gone).toEqual([
    { id: 1, ...figure, value: 9, why: 'FIGURE' },
  ])
  expect(decideReasons(all, [reason()], [])).toEqual({ found: [], changed: [], gone: [] })
})

test('a reason goes with the child, with the term and with its rule', () => {
  for (const place of ['LEFT', 'TERM'] as const)
    expect(decideReasons(all, [reason({ place })], []).gone).toEqual([{ id: 1, ...figure, why: place }])
  expect(decideReasons(new Set(['GATE']), [reason()], [finding()]).gone).toEqual([{ id: 1, ...figure, why: 'OFF' }])
})

test('a child who was back for a day keeps the longest run', () => {
  const run = reason({ rule: 'ABSENT_RUN', value: 6 })
  const later = finding({ rule: 'ABSENT_RUN', value: 1, base: 0, since: '2026-07-10', opens: false })
  expect(decideReasons(all, [run], [later]).changed).toEqual([{ id: 1, ...figure, value: 6, base: 0 }])
  expect(decideReasons(all, [run], [{ ...later, value: 7 }]).changed).toEqual([
    { id: 1, value: 7, base: 0, since: '2026-07-10', weekday: null },
  ])
})

test('a limit and the figure at which a child is well again lie apart, for every limit', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ruleNames), fc.nat(400), (rule, threshold) => {
      const { min, max, goneAt } = caseRules[rule]
      fc.pre(threshold >= min && threshold <= max)
      const gone = goneAt(threshold)
      expect(gone).toBeGreaterThanOrEqual(0)
      if (rule === 'LOW_SHARE') expect(gone).toBeGreaterThan(threshold)
      else if (rule !== 'ABSENT_RUN') expect(gone).toBeLessThan(threshold)
    }),
  )
})

test('a school that has set nothing has the defaults', () => {
  expect(settingsOf([]).filter(({ enabled }) => !enabled)).toEqual([{ rule: 'OVERDUE', enabled: false, threshold: 60 }])
  expect(settingsOf([{ rule: 'FALL', enabled: false, threshold: 20 }])).toContainEqual({
    rule: 'FALL',
    enabled: false,
    threshold: 20,
  })
})

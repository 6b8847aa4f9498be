import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumMoney } from '#shared/money.ts'
import { groupBySection, sumPending } from './groupBySection.ts'

test('groups sorted rows by section, and the sections sum to all rows', () => {
  const row = fc.record({
    place: fc.integer({ min: 0, max: 4 }),
    pending: fc.integer({ min: 1, max: 1_000_000_000 }),
    clearing: fc.nat(1_000_000),
  })
  fc.assert(
    fc.property(fc.array(row), (unsorted) => {
      const rows = [...unsorted]
        .sort((a, b) => a.place - b.place)
        .map(({ place, ...owed }) => ({ ...owed, sectionName: `7-${place}` }))
      const sections = groupBySection(rows)
      expect(sections.flatMap((section) => section.rows)).toEqual(rows)
      expect(new Set(sections.map((section) => section.sectionName)).size).toBe(sections.length)
      expect(sumMoney(sections.map((section) => section.pending))).toBe(sumPending(rows).pending)
      expect(sumMoney(sections.map((section) => section.clearing))).toBe(sumPending(rows).clearing)
    }),
  )
})

import { expect, test } from 'vitest'
import { addDays, schoolDay } from '#shared/dates.ts'
import { daysToChange, notOwnIncident, showPoints, changePeriodOver, usualTypes, whyNotChange } from './discipline.rules.ts'
import { incidentFields, incidentTypeForm } from './discipline.schema.ts'

test.each([
  [5, '+5'],
  [-3, '−3'],
  [0, '0'],
  [1234, '+1,234'],
])('%i points are shown as %s', (points, shown) => {
  expect(showPoints(points)).toBe(shown)
})

test('a teacher may change the own incidents for seven days, the office always', () => {
  const recordedAt = new Date('2026-11-15T06:00:00Z')
  const incident = { recordedBy: 'meera', recordedAt }
  const last = new Date(recordedAt.getTime() + daysToChange * 86_400_000)
  const after = new Date(last.getTime() + 1)
  expect(whyNotChange({ role: 'TEACHER', subject: 'meera' }, incident, last)).toBeNull()
  expect(whyNotChange({ role: 'TEACHER', subject: 'meera' }, incident, after)).toBe(changePeriodOver())
  expect(whyNotChange({ role: 'TEACHER', subject: 'sunil' }, incident, last)).toBe(notOwnIncident())
  for (const role of ['ADMIN', 'SUPERADMIN'] as const)
    expect(whyNotChange({ role, subject: 'vasant' }, incident, after)).toBeNull()
})

test('the usual types are valid and unique', () => {
  for (const type of usualTypes()) expect(incidentTypeForm.parse(type)).toEqual(type)
  expect(new Set(usualTypes().map((type) => type.name.toLowerCase())).size).toBe(usualTypes().length)
})

test.each([
  [{ points: '' }, 'points: Required'],
  [{ points: 'ten' }, 'points: A whole number from −100 to 100'],
  [{ points: 2.5 }, 'points: A whole number from −100 to 100'],
  [{ points: -101 }, 'points: A whole number from −100 to 100'],
  [{ day: addDays(schoolDay(new Date()), 1) }, 'day: Not a day in the future'],
  [{ day: '1999-12-31' }, 'day: This day is too long ago'],
  [{ typeId: '' }, 'typeId: Required'],
  [{ note: 'x'.repeat(1001) }, 'note: At most 1000 characters'],
])('%j: %s', (fields, problem) => {
  const parsed = incidentFields.safeParse({ typeId: '1', day: '2026-06-10', points: -2, ...fields })
  expect(parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)[0]).toBe(problem)
})

import { expect, test } from 'vitest'
import { addMonths, cellText, isLow, type MonthRegister, monthDays, summarySpans } from './monthColumns.ts'

const register = (session: 'DAY' | 'MORNING' | 'AFTERNOON' | 'SUBJECT', more: Partial<MonthRegister> = {}): MonthRegister => ({
  __typename: 'MonthRegister' as const,
  id: '1',
  registerIds: ['1'],
  session,
  subjectName: null,
  starts: null,
  present: 1,
  absent: 0,
  late: 0,
  takenByName: 'Asha',
  takenAt: '2026-11-20T03:00:00Z',
  ...more,
})
const day = (number: string, registers: MonthRegister[], holiday: string | null = null) => ({
  __typename: 'MonthDay' as const,
  day: `2026-11-${number}`,
  holiday,
  registers,
})

test('a whole day is one column; holidays, missing registers and future days differ', () => {
  const days = monthDays(
    [day('18', [register('DAY')]), day('19', []), day('20', [], 'Diwali'), day('22', [], 'Sunday'), day('23', [])],
    'DAILY',
  )
  const text = days.map((day) => day.columns.map((column) => cellText(column, day.holiday, 'A', '2026-11-21')).join(''))
  expect(text).toEqual(['A', '·', 'H', 'H', ''])
  expect(days[0]).toMatchObject({ number: '18', letter: 'W' })
})

test('two registers a day have two columns on a school day, with marks in their order', () => {
  const days = monthDays(
    [
      day('18', [register('MORNING'), register('AFTERNOON')]),
      day('19', [register('AFTERNOON')]),
      day('20', [], 'Diwali'),
      day('21', [register('MORNING')]),
    ],
    'DUAL',
  )
  expect(days.map((day) => day.columns.map((column) => column.short).join(''))).toEqual(['MA', 'MA', '', 'MA'])
  expect(days.map((day) => day.columns.map((column) => cellText(column, day.holiday, 'PALP', '2026-11-21')).join(''))).toEqual([
    'PA',
    '·L',
    'H',
    'P·',
  ])
})

test('a day by subject has a column for each register', () => {
  const [first] = monthDays([day('18', [register('SUBJECT', { subjectName: 'Maths' }), register('SUBJECT')])], 'SUBJECTWISE')
  expect(first?.columns.map((column) => [column.short, column.index, column.first])).toEqual([
    ['Mat', 0, true],
    ['Lec', 1, false],
  ])
})

test('a percentage under 75 is low, a missing one is not', () => {
  expect([74.9, 75, null].map(isLow)).toEqual([true, false, false])
})

test('months and spans', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(summarySpans('2027-02-03').map(({ from }) => from)).toEqual(['2027-02-03', '2027-01-28', '2027-02-01', '2026-04-01'])
})

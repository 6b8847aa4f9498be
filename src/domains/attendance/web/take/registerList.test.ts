import { expect, test } from 'vitest'
import { filterRegisters, groupRegisters, isMissing, lastTakenRegisters, nothingMissingText, takenText } from './registerList.ts'
import type { DayRegisterRowFragment } from './take.graphql.ts'

const allowed = { __typename: 'Permission' as const, allowed: true, reason: null }

function register(sectionId: string, more: Partial<DayRegisterRowFragment> = {}, absent?: number): DayRegisterRowFragment {
  const taken =
    absent === undefined ? null : { present: 40, absent, late: 0, takenAt: '2026-11-21T02:34:00Z', takenByName: 'Sunita' }
  return {
    __typename: 'DayRegister' as const,
    id: sectionId,
    day: '2026-11-21',
    sectionId,
    sectionName: `7-${sectionId}`,
    session: 'DAY' as const,
    subjectId: null,
    subjectName: null,
    starts: null,
    ends: null,
    students: 40,
    expected: true,
    register: taken && { __typename: 'TakenRegister' as const, id: sectionId, version: 1, ...taken },
    viewerCan: { __typename: 'DayRegisterViewerCan' as const, take: allowed },
    ...more,
  }
}

/** 10:00 in India. */
const now = new Date('2026-11-21T04:30:00Z')

test('a register is missing once it is due', () => {
  expect(isMissing(register('A'), now)).toBe(true)
  expect(isMissing(register('A', {}, 0), now)).toBe(false)
  expect(isMissing(register('A', { expected: false }), now)).toBe(false)
  expect(isMissing(register('A', { session: 'AFTERNOON' }), now)).toBe(false)
  expect(isMissing(register('A', { session: 'AFTERNOON', day: '2026-11-20' }), now)).toBe(true)
  expect(isMissing(register('A', { session: 'SUBJECT', starts: '10:00:00' }), now)).toBe(true)
  expect(isMissing(register('A', { session: 'SUBJECT', starts: '10:30:00' }), now)).toBe(false)
})

test('groups registers under headings and filters them', () => {
  const all = [
    register('A', { session: 'MORNING' }, 2),
    register('B', { session: 'MORNING' }),
    register('A', { session: 'AFTERNOON' }),
  ]
  expect(groupRegisters(all).map(({ heading, registers }) => [heading, registers.length])).toEqual([
    ['Morning', 2],
    ['Afternoon', 1],
  ])
  expect(filterRegisters(all, 'notTaken', now).map((row) => row.sectionId)).toEqual(['B'])
  expect(filterRegisters(all, 'absent', now).map((row) => row.sectionId)).toEqual(['A'])
  expect(takenText(all, null)).toBe('1 of 3 taken')
})

test('on a Sunday or a holiday every text says that no register is expected', () => {
  const sunday = [register('A', { expected: false }), register('B', { expected: false })]
  expect(takenText(sunday, 'Sunday')).toBe('No register is expected: Sunday')
  expect(takenText(sunday, 'Sunday')).toBe(nothingMissingText('Sunday'))
  expect(takenText([...sunday, register('C', { expected: false }, 2)], 'Diwali')).toBe(
    'No register is expected: Diwali · 1 taken',
  )
  expect(takenText(sunday, null)).toBe('No register is expected')
  expect(nothingMissingText(null)).toBe('Every register that is due is taken')
})

test('absent students of today are taken from the last register', () => {
  const all = [
    register('A', { id: '2', session: 'AFTERNOON' }, 1),
    register('A', { id: '1', session: 'MORNING' }, 5),
    register('B', { id: '3', session: 'MORNING' }, 2),
    register('B', { id: '4', session: 'AFTERNOON' }),
  ]
  expect(lastTakenRegisters(all).map((row) => [row.id, row.register?.absent])).toEqual([
    ['2', 1],
    ['3', 2],
  ])
})

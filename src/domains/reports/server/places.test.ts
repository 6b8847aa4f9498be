import { expect, test } from 'vitest'
import type { School } from '#platform/school.ts'
import { buildCondensed } from './condensed.ts'

test('the working days of a mover are those in the section, and those with a mark', () => {
  const days = ['2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04']
  const registers = days.map((day, id) => ({
    id,
    sectionId: 1,
    day,
    session: 'DAY',
    subjectId: null,
    subjectName: null,
    starts: null,
  }))
  const student = {
    id: 1,
    name: 'Asha',
    roll: '1',
    registerNo: '',
    gender: 'FEMALE',
    phone: '',
    disabled: false,
    left: false,
    admittedOn: null,
    marks: ['P', null, null, 'P'] as const,
  }
  const workingDays = (places: { fromDay: string | null; untilDay: string | null }[]) => {
    const section = { id: 1, name: '7-B', registers, students: [{ ...student, places }] }
    const content = buildCondensed({ school: { attType: 'DAILY' } as School, holidays: new Map(), sections: [section] })
    return content.blocks.at(-1)?.rows[0]?.cells[3]
  }
  expect(workingDays([])).toBe(4)
  expect(workingDays([{ fromDay: '2026-07-03', untilDay: null }])).toBe(3)
  expect(workingDays([{ fromDay: null, untilDay: '2026-06-01' }])).toBe(2)
})

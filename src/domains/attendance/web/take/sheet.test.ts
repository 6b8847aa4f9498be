import { expect, test } from 'vitest'
import type { Mark } from '#shared/marks.ts'
import {
  countSheet,
  differences,
  everybodyPresent,
  isTouched,
  marksToSend,
  nextMark,
  hasSameMarks,
  type SheetRow,
  sheetOf,
  withMark,
} from './sheet.ts'

function row(studentId: string, mark: Mark | null, more: Partial<SheetRow> = {}): SheetRow {
  return { studentId, name: `Student ${studentId}`, roll: studentId, mark, suggested: 'P', note: '', ...more }
}

const values = (marks: Readonly<Record<string, { value: Mark }>>) =>
  Object.values(marks)
    .map(({ value }) => value)
    .join('')

test('a new register starts with the suggested marks, a taken one with the stored marks', () => {
  const rows = [row('1', null), row('2', null, { suggested: 'A' }), row('3', 'L', { suggested: 'A' })]
  const sheet = sheetOf(rows, 0, undefined)
  expect(values(sheet.marks)).toBe('PAL')
  expect(isTouched(rows, sheet)).toBe(false)
})

test('taps cycle through the marks', () => {
  const rows = [row('1', null)]
  let sheet = sheetOf(rows, 0, undefined)
  const seen: Mark[] = []
  for (let tap = 0; tap < 3; tap += 1) {
    sheet = withMark(sheet, '1', { value: nextMark(sheet.marks['1']?.value ?? 'P') })
    seen.push(sheet.marks['1']?.value ?? 'P')
  }
  expect(seen).toEqual(['A', 'L', 'P'])
  expect(isTouched(rows, sheet)).toBe(false)
  expect(withMark(sheet, '9', { value: 'A' })).toBe(sheet)
})

test('everybody present keeps the notes', () => {
  const rows = [row('1', 'A', { note: 'fever' }), row('2', 'L')]
  const sheet = everybodyPresent(sheetOf(rows, 3, undefined))
  expect(values(sheet.marks)).toBe('PP')
  expect(sheet.marks['1']?.note).toBe('fever')
  expect(isTouched(rows, sheet)).toBe(true)
})

test('a draft survives a newer version on the server and keeps the version it is based on', () => {
  const draft = withMark(sheetOf([row('1', null), row('2', null)], 0, undefined), '2', { value: 'A' })
  // Taken by somebody else meanwhile; student 2 left the section, 3 came.
  const now = [row('1', 'L'), row('3', 'P')]
  const sheet = sheetOf(now, 1, draft)
  expect(sheet.seen).toBe(0)
  expect(sheet.marks).toEqual({ '1': { value: 'P', note: '' }, '3': { value: 'P', note: '' } })
  expect(marksToSend(now, sheet)).toEqual([
    { studentId: '1', value: 'P', note: '' },
    { studentId: '3', value: 'P', note: '' },
  ])
})

test('counts and differences', () => {
  const rows = [row('1', 'P'), row('2', 'A'), row('3', 'P', { note: 'late bus' })]
  const mine = [
    { studentId: '1', value: 'A' as const, note: '' },
    { studentId: '2', value: 'A' as const, note: '' },
    { studentId: '3', value: 'P' as const, note: '' },
    { studentId: '9', value: 'A' as const, note: '' },
  ]
  expect(countSheet(sheetOf(rows, 1, undefined))).toEqual({ present: 2, absent: 1, late: 0 })
  expect(differences(rows, mine).map((difference) => difference.row.studentId)).toEqual(['1', '3'])
})

test('recognizes a sheet that equals the stored marks or the queued save', () => {
  const taken = [row('1', 'P'), row('2', 'A', { note: 'fever' })]
  const sheet = sheetOf(taken, 2, undefined)
  expect(hasSameMarks(taken, sheet, undefined)).toBe(true)
  const tapped = withMark(sheet, '2', { value: 'L' })
  expect(hasSameMarks(taken, tapped, undefined)).toBe(false)
  expect(hasSameMarks(taken, tapped, tapped)).toBe(true)
  expect(hasSameMarks(taken, sheet, tapped)).toBe(false)
  // A register nobody has taken, and a student who came later, have something to save.
  const fresh = [row('1', null)]
  expect(hasSameMarks(fresh, sheetOf(fresh, 0, undefined), undefined)).toBe(false)
  const more = [...taken, row('3', null)]
  expect(hasSameMarks(more, sheetOf(more, 2, undefined), undefined)).toBe(false)
})

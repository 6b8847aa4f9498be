import { describe, expect, test } from 'vitest'
import {
  type CellRef,
  cellKey,
  cellView,
  countCells,
  type Drafts,
  type Grid,
  sendable,
  storedScores,
  withChoice,
  withoutStored,
  withRefused,
  withTyped,
} from './grid.ts'

const columns = [
  { component: 'Periodic test', test: 1, tests: 1, highestMarks: 1000 },
  { component: 'Half-yearly', test: 1, tests: 1, highestMarks: 8000 },
]
const asha: CellRef = { studentId: '1', component: 'Periodic test', test: 1 }
const bina: CellRef = { ...asha, studentId: '2' }
const by = { changedAt: '2026-11-21T04:30:00Z', changedByName: 'Sunita Patil' }

function grid(stored: Record<string, string> = {}, waiting: Record<string, string> = {}): Grid {
  return {
    columns,
    grades: [],
    stored: new Map(Object.entries(stored).map(([key, value]) => [key, { value, ...by }])),
    waiting: new Map(Object.entries(waiting)),
  }
}

const key = cellKey(asha)
const typed = (value: string, from: Grid = grid(), drafts: Drafts = {}) => withTyped(from, drafts, asha, value)

describe('typing', () => {
  test('makes a draft with the value that was seen', () => {
    expect(typed('9½', grid({ [key]: '8' }))).toEqual({ [key]: { ...asha, seen: '8', value: '9.5' } })
    expect(cellView(grid({ [key]: '8' }), typed('9', grid({ [key]: '8' })), asha)).toEqual({
      text: '9',
      state: 'typed',
      problem: '',
    })
  })

  test('what stands there already makes none, and ends one', () => {
    const stored = grid({ [key]: '8' })
    expect(typed('8.0', stored)).toEqual({})
    expect(typed('8', stored, typed('9', stored))).toEqual({})
  })

  test('a value over the highest mark is a draft that is never sent', () => {
    const drafts = typed('11')
    expect(cellView(grid(), drafts, asha)).toEqual({ text: '11', state: 'wrong', problem: 'At most 10 marks' })
    expect(sendable(grid(), drafts)).toEqual([])
  })

  test('again keeps the value that was seen first', () => {
    expect(typed('7', grid({ [key]: '8' }), typed('9', grid({ [key]: '8' })))).toMatchObject({ [key]: { seen: '8', value: '7' } })
  })

  test('over a value that waits names that one as seen', () => {
    const waits = grid({ [key]: '8' }, { [key]: '9' })
    expect(cellView(waits, {}, asha)).toEqual({ text: '9', state: 'waiting', problem: '' })
    expect(typed('7', waits)).toMatchObject({ [key]: { seen: '9', value: '7' } })
    expect(sendable(waits, typed('7', waits))).toHaveLength(1)
  })
})

describe('a cell that somebody else has changed meanwhile', () => {
  const drafts = typed('9', grid({ [key]: '8' }))
  const now = grid({ [key]: '5' })

  test('shows both values, and is not sent', () => {
    expect(cellView(now, drafts, asha)).toEqual({ text: '9', state: 'conflict', problem: '', theirs: { value: '5', ...by } })
    expect(cellView(grid(), drafts, asha)).toMatchObject({ state: 'conflict', theirs: null })
    expect(sendable(now, drafts)).toEqual([])
  })

  test('takes theirs, or is sent over what is seen now', () => {
    expect(withChoice(now, drafts, asha, 'theirs')).toEqual({})
    const mine = withChoice(now, drafts, asha, 'mine')
    expect(sendable(now, mine)).toEqual([{ ...asha, seen: '5', value: '9' }])
  })

  test('stays one when something else is typed', () => {
    expect(cellView(now, withTyped(now, drafts, asha, '7'), asha)).toMatchObject({ text: '7', state: 'conflict' })
  })

  test('is none if the value is the same', () => {
    expect(cellView(grid({ [key]: '9' }), drafts, asha)).toMatchObject({ state: 'typed' })
    expect(withoutStored(grid({ [key]: '9' }), drafts)).toEqual({})
  })
})

describe('a refused batch', () => {
  const scores = [
    { ...asha, seen: '8', value: '9' },
    { ...bina, seen: '', value: '7' },
  ]
  const conflict = [{ path: 'scores.0', message: 'Sunita Patil has entered 5 here meanwhile' }]

  test('becomes drafts again; only the cell with the problem is not sent', () => {
    const drafts = withRefused({}, scores, conflict)
    expect(sendable(grid({ [key]: '8' }), drafts).map(({ studentId }) => studentId)).toEqual(['2'])
    expect(cellView(grid({ [key]: '8' }), drafts, asha)).toEqual({
      text: '9',
      state: 'wrong',
      problem: 'Sunita Patil has entered 5 here meanwhile',
    })
    expect(cellView(grid({ [key]: '5' }), drafts, asha).state).toBe('conflict')
  })

  test('does not take the place of what was typed since, which then has its problem by itself', () => {
    const newer = typed('10', grid({}, { [key]: '9' }))
    expect(withRefused(newer, scores, conflict)[key]).toEqual({ ...asha, seen: '8', value: '10' })
  })

  test('names a wrong value by its path', () => {
    const drafts = withRefused({}, scores, [{ path: 'scores.1.value', message: 'At most 5 marks' }])
    expect(drafts[cellKey(bina)]).toMatchObject({ refusal: 'At most 5 marks' })
    expect(drafts[key]).not.toHaveProperty('refusal')
  })

  test('is sent again once something else is typed', () => {
    const drafts = withRefused({}, scores, conflict)
    expect(sendable(grid({ [key]: '8' }), withTyped(grid({ [key]: '8' }), drafts, asha, '6'))).toHaveLength(2)
  })
})

test('the cell that is being typed into is not sent', () => {
  expect(sendable(grid(), typed('1'), key)).toEqual([])
})

test('cells are counted', () => {
  const students = [
    { studentId: '1', scores: [{ component: 'Periodic test', test: 1, value: 'AB', ...by }] },
    { studentId: '2', scores: [] },
  ]
  const sheet = { ...grid(), stored: storedScores(students) }
  const drafts = withTyped(sheet, withTyped(sheet, {}, bina, '11'), { ...bina, component: 'Half-yearly' }, '70')
  expect(countCells(sheet, drafts, students)).toEqual({ entered: 2, wrong: 1, unsaved: 1, needed: 4 })
})

import { expect, test } from 'vitest'
import { daysOfPart, daysOfVersion, partDays } from './partDays.schema.ts'

const first = { part: 'Term 1', from: '2026-06-15', to: '2026-10-31' }
const second = { part: 'Term 2', from: '2026-11-16', to: '2027-04-15' }
const problems = (...parts: object[]) =>
  partDays.safeParse(parts).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

test('parts follow each other, and a part may have no days', () => {
  expect(problems(first, second)).toEqual([])
  expect(problems(first, { part: 'Term 2', from: '', to: '' })).toEqual([])
  expect(problems()).toEqual([])
})

test('each mistake is said at its day', () => {
  expect(problems(first, { ...second, from: '2026-10-31' })).toEqual([['1.from', 'Term 1 lasts until 31 Oct 2026']])
  expect(problems({ ...first, to: '' })).toEqual([['0.to', 'Enter both days, or none for the whole term']])
  expect(problems({ ...first, from: '' })).toEqual([['0.from', 'Enter both days, or none for the whole term']])
  expect(problems({ ...first, to: '2026-06-14' })).toEqual([['0.to', 'This day must not be before the first']])
  expect(problems({ ...first, from: 'June' })).toEqual([['0.from', 'Enter a day such as 15 Jun 2026']])
  expect(problems(first, first)).toEqual([['1.part', '“Term 1” is there twice']])
})

test('a part without days and the year have the whole term', () => {
  expect(daysOfPart([first, { part: 'Term 2', from: '', to: '' }], 'Term 1')).toEqual({ from: '2026-06-15', to: '2026-10-31' })
  expect(daysOfPart([first, { part: 'Term 2', from: '', to: '' }], 'Term 2')).toBeNull()
  expect(daysOfPart([first], 'Term 3')).toBeNull()
  expect(daysOfPart([first], null)).toBeNull()
})

test('days go with a part that is renamed at its place, and go with one that is taken away', () => {
  const names = (after: string[], before = ['Term 1', 'Term 2']) =>
    daysOfVersion([first, second], before, after).map(({ part, from }) => [part, from])
  expect(names(['Term 1', 'Term 2'])).toEqual([
    ['Term 1', first.from],
    ['Term 2', second.from],
  ])
  expect(names(['First term', 'Term 2'])).toEqual([
    ['First term', first.from],
    ['Term 2', second.from],
  ])
  expect(names(['Term 2', 'Term 1'])).toEqual([
    ['Term 1', first.from],
    ['Term 2', second.from],
  ])
  expect(names(['Term 2'])).toEqual([['Term 2', second.from]])
  expect(names(['Term 1'])).toEqual([['Term 1', first.from]])
  expect(names(['Before', 'Term 1', 'Term 2'])).toEqual([
    ['Term 1', first.from],
    ['Term 2', second.from],
  ])
})

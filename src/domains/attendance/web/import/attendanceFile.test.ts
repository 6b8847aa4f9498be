import { expect, test } from 'vitest'
import { importColumns, rowChecks, findDuplicates } from './attendanceFile.ts'

const sections = [{ name: 'B', class: { name: '7' } }]
const good = { class: '7', section: 'b', roll: '1', date: '01/06/2026', value: 'p', note: '' }

test('checks the cells of a row', () => {
  const check = rowChecks(sections, false)
  expect(check(good)).toEqual([])
  expect(check({ ...good, class: '9' })).toEqual([
    { key: 'class', message: '9 or b does not match any class. Please check again!' },
  ])
  expect(check({ ...good, date: '31/02/2026' })).toEqual([{ key: 'date', message: 'Write the date as DD/MM/YYYY' }])
  expect(check({ ...good, date: '01/06/2199' })[0]?.key).toBe('date')
  expect(check({ ...good, value: 'X' })).toEqual([{ key: 'value', message: 'Write P, A or L' }])
  expect(check({ ...good, roll: '' })).toEqual([{ key: 'roll', message: 'does not have a roll number' }])
})

test('a school with two registers a day needs a session in each row', () => {
  const check = rowChecks(sections, true)
  expect(check(good)).toEqual([{ key: 'session', message: 'Write MORNING or AFTERNOON' }])
  expect(check({ ...good, session: 'morning' })).toEqual([])
  expect(importColumns(true).map((column) => column.key)).toContain('session')
  expect(importColumns(false).map((column) => column.key)).not.toContain('session')
})

test('finds a student who is in the file twice on a day', () => {
  const rows = [good, { ...good, section: 'B', date: '2026-06-01' }, { ...good, roll: '2' }, { ...good, date: '02/06/2026' }]
  expect(findDuplicates(rows)).toEqual([{ index: 1, key: 'roll', message: 'Roll 1 is in the file twice for this day.' }])
})

import { expect, test } from 'vitest'
import { mountedFieldName } from './mountedFieldName.ts'

const fields = {
  phone: { _f: {} },
  classIds: { _f: {} },
  timetable: [{ start: { _f: {} }, end: { _f: {} } }],
}

test.each([
  ['phone', 'phone'],
  ['classIds.2', 'classIds'],
  ['timetable.0.start', 'timetable.0.start'],
  ['timetable.3.start', null],
  ['timetable', null],
  ['constructor', null],
  ['', null],
])('the problem at %j belongs to the field %j', (path, name) => {
  expect(mountedFieldName(fields, path)).toBe(name)
})

import { expect, it } from 'vitest'
import { sectionRow } from './classes.schema.ts'

it('removes control characters from the teachers cell, as from every other cell', () => {
  const line = { sr: 1, class: '7', section: 'A', notificationTime: '', fbId: '', teachers: 'a@x.test\u0000| B@x.test\n' }
  expect(sectionRow.parse(line).teachers).toEqual(['a@x.test', 'b@x.test'])
})

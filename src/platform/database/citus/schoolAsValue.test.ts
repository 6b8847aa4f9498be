import { expect, test } from 'vitest'
import { withSchoolAsValue } from './schoolAsValue.ts'

test('the school is one more parameter wherever a statement asks for it', () => {
  const sql =
    'select from terms join fees on fees.school_id = current_school() where terms.school_id = current_school() and terms.id = $1'
  expect(withSchoolAsValue({ sql, parameters: [3] }, 7)).toEqual({
    sql: 'select from terms join fees on fees.school_id = $2::bigint where terms.school_id = $2::bigint and terms.id = $1',
    parameters: [3, 7],
  })
})

test('a statement that does not ask for it stays as it is', () => {
  const statement = { sql: 'select from terms where school_id = $1', parameters: [7] }
  expect(withSchoolAsValue(statement, 7)).toBe(statement)
})

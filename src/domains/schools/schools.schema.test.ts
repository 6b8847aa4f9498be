import { expect, test } from 'vitest'
import { schoolForm, schoolUpdate } from './schools.schema.ts'

const messageOf = (field: 'feePercent' | 'feesDate' | 'defaultMins' | 'weeklySmsDay', value: unknown) =>
  schoolForm.pick({ [field]: true } as { feePercent: true }).safeParse({ [field]: value }).error?.issues[0]?.message

test.each([
  ['feePercent', 'abc', 'A number from 0 to 10'],
  ['feePercent', '0,5', 'A number from 0 to 10'],
  ['feePercent', '0.1 %', 'A number from 0 to 10'],
  ['feePercent', '', undefined],
  ['feePercent', ' ', undefined],
  ['feePercent', '2', undefined],
  ['feePercent', '10.5', 'From 0 to 10'],
  ['feePercent', '-1', 'From 0 to 10'],
  ['feePercent', '0.001', 'At most two decimals'],
  ['feePercent', '1.15', undefined],
  ['feePercent', 0.5, undefined],
  ['feesDate', 'first', 'A whole number from 1 to 31'],
  ['feesDate', '1.5', 'A whole number'],
  ['feesDate', '', 'Required'],
  ['feesDate', '31', undefined],
  ['feesDate', '32', 'From 1 to 31'],
  ['defaultMins', 'x', 'A whole number from 1 to 1440'],
  ['weeklySmsDay', 'x', 'A whole number from 0 to 6'],
] as const)('%s of %j: %j', (field, value, message) => {
  expect(messageOf(field, value)).toBe(message)
})

test('Fee Percent is the specification’s 2 when it is empty, and says "a number" when it is not one', () => {
  for (const empty of ['', ' ', null]) expect(schoolUpdate.parse({ feePercent: empty })).toEqual({ feePercent: 2 })
  expect(schoolUpdate.parse({})).toEqual({})
  expect(messageOf('feePercent', 'half')).toContain('A number')
  expect(schoolUpdate.parse({ feePercent: '0.25' })).toEqual({ feePercent: 0.25 })
})

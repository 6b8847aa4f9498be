import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positivePaise } from '#shared/inputs.ts'
import { parseMoneyInput, formatMoneyInput } from './moneyInput.ts'

test.each([
  ['1700', 170_000, '1,700.00'],
  [' 1,700.5 ', 170_050, '1,700.50'],
  ['₹ 12,34,567.89', 123_456_789, '12,34,567.89'],
  ['1.', 100, '1.00'],
  ['0', 0, '0.00'],
  ['-5', -500, '-5.00'],
])('%j is held as %i paise and shown as %s', (typed, held, shown) => {
  expect(parseMoneyInput(typed)).toBe(held)
  expect(formatMoneyInput(held)).toBe(shown)
})

test.each(['', 'ten', '1.234', '1..', '.', '1700/-'])('%j is not an amount: it stays as typed', (typed) => {
  expect(parseMoneyInput(typed)).toBe(typed)
  expect(formatMoneyInput(parseMoneyInput(typed))).toBe(typed)
})

test('an empty value shows an empty text', () => {
  expect(formatMoneyInput(undefined)).toBe('')
  expect(formatMoneyInput(null)).toBe('')
})

test('a formatted amount is parsed as the same amount', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (paise) => void expect(parseMoneyInput(formatMoneyInput(paise))).toBe(paise)))
})

test('the schema gives the error for the parsed value', () => {
  const messageFor = (typed: string) => positivePaise().safeParse(parseMoneyInput(typed)).error?.issues[0]?.message ?? null
  expect(messageFor('1,700')).toBeNull()
  expect(messageFor('')).toBe('Required')
  expect(messageFor('ten')).toBe('An amount such as 1,234.50')
  expect(messageFor('0')).toBe('More than zero')
})

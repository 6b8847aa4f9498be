import fc from 'fast-check'
import { expect, test } from 'vitest'
import { somePaise } from '#shared/inputs.ts'
import { heldMoney, moneyText } from './moneyText.ts'

test.each([
  ['1700', 170_000, '1,700.00'],
  [' 1,700.5 ', 170_050, '1,700.50'],
  ['₹ 12,34,567.89', 123_456_789, '12,34,567.89'],
  ['1.', 100, '1.00'],
  ['0', 0, '0.00'],
  ['-5', -500, '-5.00'],
])('%j is held as %i paise and shown as %s', (typed, held, shown) => {
  expect(heldMoney(typed)).toBe(held)
  expect(moneyText(held)).toBe(shown)
})

test.each(['', 'ten', '1.234', '1..', '.', '1700/-'])('%j is no amount: it stays as typed', (typed) => {
  expect(heldMoney(typed)).toBe(typed)
  expect(moneyText(heldMoney(typed))).toBe(typed)
})

test('nothing held shows nothing', () => {
  expect(moneyText(undefined)).toBe('')
  expect(moneyText(null)).toBe('')
})

test('what is shown is held as the same amount', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (paise) => void expect(heldMoney(moneyText(paise))).toBe(paise)))
})

test('the schema says what is wrong with what is held', () => {
  const said = (typed: string) => somePaise().safeParse(heldMoney(typed)).error?.issues[0]?.message ?? null
  expect(said('1,700')).toBeNull()
  expect(said('')).toBe('Required')
  expect(said('ten')).toBe('An amount such as 1,234.50')
  expect(said('0')).toBe('More than zero')
})

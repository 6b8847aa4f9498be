import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toRupees, parseMoney, scaleMoney, shortMoney, showMoney, sumMoney, writeRupees } from './money.ts'

const amount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })

describe('money', () => {
  test.each([
    [0, '₹0.00'],
    [5, '₹0.05'],
    [12345600, '₹1,23,456.00'],
    [1234567850, '₹1,23,45,678.50'],
    [-150, '-₹1.50'],
  ])('%i paise are shown as %s', (paise, text) => {
    expect(showMoney(paise)).toBe(text)
  })

  test.each([
    [0, '₹0'],
    [99_950, '₹999.50'],
    [5_000_000, '₹50k'],
    [75_000_000, '₹7.5 L'],
    [1_200_000_000, '₹1.2 Cr'],
    [-75_000_000, '-₹7.5 L'],
    [123_456_700_000, '₹123.5 Cr'],
  ])('%i paise are shortened to %s', (paise, text) => {
    expect(shortMoney(paise)).toBe(text)
  })

  test('what is shown is read back as the same amount', () => {
    fc.assert(fc.property(amount, (paise) => void expect(parseMoney(showMoney(paise))).toBe(paise)))
  })

  test.each([['1.234'], ['abc'], [''], ['1.'], ['--1'], ['99999999999999999999']])('%j is no amount', (text) => {
    expect(parseMoney(text)).toBeNull()
  })

  test('a scaled amount is rounded half-up, by less than one paisa', () => {
    expect(scaleMoney(100_000, 10236, 10000)).toBe(102_360)
    expect(scaleMoney(123_456, 10236, 10000)).toBe(126_370)
    expect(scaleMoney(1, 1, 2)).toBe(1)
    expect(scaleMoney(-1, 1, 2)).toBe(0)
    expect(scaleMoney(-3, 1, 2)).toBe(-1)
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 20_000 }), (paise, numerator) => {
        const error = BigInt(scaleMoney(paise, numerator, 10_000)) * 10_000n - BigInt(paise) * BigInt(numerator)
        expect(error > -5_000n && error <= 5_000n).toBe(true)
      }),
    )
  })

  test('rupees for a spreadsheet are the nearest number, without a rounding error of a division', () => {
    expect(toRupees(170_000)).toBe(1700)
    expect(toRupees(110_029)).toBe(1100.29)
    expect(toRupees(-5)).toBe(-0.05)
    expect(toRupees(0)).toBe(0)
  })

  test('rupees for a payment app have two decimals and nothing else', () => {
    expect([1, 99, 100, 123_450, 1_000_000_000_000].map(writeRupees)).toEqual([
      '0.01',
      '0.99',
      '1.00',
      '1234.50',
      '10000000000.00',
    ])
    fc.assert(
      fc.property(fc.nat(), (paise) => {
        expect(parseMoney(writeRupees(paise))).toBe(paise)
      }),
    )
  })

  test('a fraction of a paisa is refused', () => {
    expect(() => sumMoney([1, 0.5])).toThrow('whole number of paise')
    expect(() => showMoney(Number.MAX_SAFE_INTEGER + 1)).toThrow('whole number of paise')
    expect(sumMoney([1, 2, 3])).toBe(6)
  })
})

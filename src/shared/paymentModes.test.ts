import { expect, test } from 'vitest'
import {
  counterModeNames,
  counterModes,
  fullReference,
  paymentModeNames,
  paymentModes,
  type PaymentReference,
  referenceOf,
} from './paymentModes.ts'

test('no two modes share a label or a column', () => {
  for (const fact of ['label', 'column'] as const)
    expect(new Set(paymentModeNames.map((mode) => paymentModes[mode][fact])).size).toBe(paymentModeNames.length)
})

test('the letter of a mode at the counter is in its label', () => {
  for (const mode of counterModeNames) expect(counterModes[mode].label.toLowerCase()).toContain(counterModes[mode].key)
})

test('a reference rule refuses an empty reference', () => {
  for (const mode of counterModeNames) expect(counterModes[mode].reference?.rule.pattern.test('') ?? false).toBe(false)
})

test("a payment's reference is that of its mode", () => {
  const references = { txnId: 'txnId', chequeNo: 'chequeNo', onlineRef: 'onlineRef' }
  for (const mode of paymentModeNames)
    expect(referenceOf({ mode, ...references })).toBe(paymentModes[mode].reference?.field ?? '')
  expect(referenceOf({ mode: 'ONLINE', ...references, onlineRef: null })).toBe('')
})

const nothing: PaymentReference = {
  mode: 'CASH',
  txnId: '',
  chequeNo: '',
  onlineRef: null,
  transferKind: null,
  cardLast4: null,
  bankName: '',
  instrumentOn: null,
}

test.each<[string, Partial<PaymentReference>]>([
  ['', {}],
  ['T1', { mode: 'UPI', txnId: 'T1' }],
  ['004512', { mode: 'CHEQUE', chequeNo: '004512' }],
  [
    '004512, Bank of India, 20/11/2026',
    { mode: 'CHEQUE', chequeNo: '004512', bankName: 'Bank of India', instrumentOn: '2026-11-20' },
  ],
  ['004512, 20/11/2026', { mode: 'CHEQUE', chequeNo: '004512', instrumentOn: '2026-11-20' }],
  ['NEFT SBIN526329874512', { mode: 'BANK', txnId: 'SBIN526329874512', transferKind: 'NEFT' }],
  ['XX4321 0A81C2', { mode: 'CARD', txnId: '0A81C2', cardLast4: '4321' }],
])('the full reference %j', (text, more) => {
  expect(fullReference({ ...nothing, ...more })).toBe(text)
})

test.each([
  ['DD', ['004512'], ['00451', '0045123', '00451A', '']],
  [
    'BANK',
    ['SBIN526329874512', 'SBINR52026112500123456', '633012345678'],
    ['12345678901', 'SBIN 526329874512', 'SBINR520261125001234567'],
  ],
  ['CARD', ['123456', '0A81C2'], ['12345', '1234567', '12 456']],
] as const)('the reference of %s', (mode, good, bad) => {
  const { pattern } = counterModes[mode].reference.rule
  expect(good.filter((text) => !pattern.test(text))).toEqual([])
  expect(bad.filter((text) => pattern.test(text))).toEqual([])
})

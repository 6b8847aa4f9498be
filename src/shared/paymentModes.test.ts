import { expect, test } from 'vitest'
import { counterModeNames, counterModes, paymentModeNames, paymentModes, referenceOf } from './paymentModes.ts'

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

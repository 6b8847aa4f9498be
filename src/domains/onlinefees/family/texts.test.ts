import { expect, test } from 'vitest'
import { pollDelay } from './useOrder.ts'
import { feeName, resultMessage, displayedResult, showTime, surplusText } from './texts.ts'

test('the specification’s messages stand word for word', () => {
  expect(resultMessage('success').sentences).toEqual(['Online Fees Successfully Received. Thank you for your time.'])
  for (const result of ['failure', 'E500'])
    expect(resultMessage(result).sentences.join(' ')).toContain('refunded within 3-7 business days')
  expect(resultMessage('E500').sentences[0]).toContain('E500')
  expect(resultMessage('cancel').sentences.join(' ')).toMatch(/cancelled by the user.*link in the SMS and try again/)
})

test('the server’s state decides, not the address', () => {
  const order = (state: 'CREATED' | 'SUCCESS' | 'FAILURE' | 'CANCEL' | 'MISMATCH', needsSchool = false) => ({
    state,
    needsSchool,
    surplus: [],
    receipts: [],
  })
  expect(displayedResult('success', order('FAILURE'))).toBe('failure')
  expect(displayedResult('failure', order('SUCCESS'))).toBe('success')
  expect(displayedResult('success', order('CREATED'))).toBe('checking')
  expect(displayedResult('E500', order('SUCCESS'))).toBe('success')
  expect(displayedResult('E500', order('CANCEL'))).toBe('cancel')
  expect(displayedResult('E500', order('FAILURE'))).toBe('E500')
  expect(displayedResult('E500', null)).toBe('E500')
  for (const state of ['CREATED', 'FAILURE', 'CANCEL', 'MISMATCH'] as const)
    expect(displayedResult('success', order(state, true))).toBe('mismatch')
  expect(displayedResult('mismatch', order('MISMATCH'))).toBe('settled')
})

test('a mismatch or a tampered callback: money may have arrived, the school is looking at it, and nobody is told to pay again', () => {
  const said = resultMessage(displayedResult('mismatch', null)).sentences.join(' ')
  expect(said).toContain('Money may have arrived at the school, and the school is looking at it.')
  expect(said).toContain('do not pay these fees again')
  expect(said).not.toContain('try again')
})

test('a second payer of the same fee reads that it was paid, and what is given back', () => {
  const surplus = { studentName: 'Asha', amount: 100_000, charge: 2360, settled: null }
  const receipt = { number: '1', amount: 1, studentName: 'Asha', url: '/' }
  const order = { state: 'SUCCESS' as const, needsSchool: false, surplus: [surplus], receipts: [] }
  expect(displayedResult('success', order)).toBe('alreadyPaid')
  expect(displayedResult('success', { ...order, receipts: [receipt] })).toBe('success')
  expect(resultMessage('alreadyPaid').title).toBe('Already paid')
  expect(surplusText(surplus)).toBe(
    '₹1,000.00 for Asha: already paid, ₹1,000.00 will be given back, and the service charge of ₹23.60: ₹1,023.60 in all.',
  )
  expect(surplusText({ ...surplus, charge: 0 })).toBe('₹1,000.00 for Asha: already paid, ₹1,000.00 will be given back.')
  expect(surplusText({ ...surplus, settled: 'REFUNDED' })).toContain('the school has given back ₹1,023.60')
  expect(surplusText({ ...surplus, settled: 'COLLECTED' })).toContain('used it for other fees')
})

test('?result=success without an order claims nothing', () => {
  const said = resultMessage(displayedResult('success', null))
  expect(said.title).toBe('No payment to show')
  expect(said.sentences.join(' ')).not.toMatch(/received|success|thank/i)
  expect(resultMessage(displayedResult('', null))).toEqual(said)
  // A return without any order is not asked about, so the page does not say that it asks.
  expect(resultMessage(displayedResult('checking', null))).toEqual(said)
})

test('times are in the school’s time zone, and a fee is named with its month', () => {
  const now = new Date('2026-11-21T06:00:00Z')
  expect(showTime('2026-11-21T04:32:00Z', now)).toBe('10:02')
  expect(showTime('2026-11-20T04:32:00Z', now)).toBe('20 Nov 2026, 10:02')
  expect([feeName('Tuition', 'APR'), feeName('Library', null)]).toEqual(['Tuition, April', 'Library'])
})

test('an order is polled every five seconds, then less and less often', () => {
  expect([0, 11, 12, 13, 40].map(pollDelay)).toEqual([5_000, 5_000, 7_500, 11_250, 30_000])
})

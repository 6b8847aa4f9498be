import { expect, test } from 'vitest'
import { pauseBefore } from './useOrder.ts'
import { feeName, listed, resultWords, shownResult, since } from './words.ts'

test('the specification’s messages stand word for word', () => {
  expect(resultWords('success').sentences).toEqual(['Online Fees Successfully Received. Thank you for your time.'])
  expect(resultWords('mismatch').sentences).toEqual(['An error has occurred. Please try again.'])
  for (const result of ['failure', 'E500'])
    expect(resultWords(result).sentences.join(' ')).toContain('refunded within 3-7 business days')
  expect(resultWords('E500').sentences[0]).toContain('E500')
  expect(resultWords('cancel').sentences.join(' ')).toMatch(/cancelled by the user.*link in the SMS and try again/)
})

test('the server’s state decides, not the address', () => {
  expect(shownResult('success', 'FAILURE')).toBe('failure')
  expect(shownResult('failure', 'SUCCESS')).toBe('success')
  expect(shownResult('success', 'CREATED')).toBe('checking')
  expect(shownResult('E500', 'SUCCESS')).toBe('success')
  expect(shownResult('E500', 'CANCEL')).toBe('cancel')
  expect(shownResult('E500', 'FAILURE')).toBe('E500')
  expect(shownResult('E500', null)).toBe('E500')
})

test('times are the school’s, names are listed as they are said', () => {
  const now = new Date('2026-11-21T06:00:00Z')
  expect(since('2026-11-21T04:32:00Z', now)).toBe('10:02')
  expect(since('2026-11-20T04:32:00Z', now)).toBe('20 Nov 2026, 10:02')
  expect(listed(['Asha'])).toBe('Asha')
  expect(listed(['Asha', 'Rohan', 'Sai'])).toBe('Asha, Rohan and Sai')
  expect([feeName('Tuition', 'APR'), feeName('Library', null)]).toEqual(['Tuition, April', 'Library'])
})

test('an order is asked about every five seconds, then ever less often', () => {
  expect([0, 11, 12, 13, 40].map(pauseBefore)).toEqual([5_000, 5_000, 7_500, 11_250, 30_000])
})

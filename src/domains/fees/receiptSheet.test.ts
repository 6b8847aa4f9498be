import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Receipt, receiptSheet } from './receiptSheet.ts'

const receipt: Receipt = {
  id: '1',
  receiptNumber: 'GV/2026-27/123',
  termName: '2026-27',
  collectedOn: '2026-11-20',
  school: { name: 'Green Valley', description: 'Pune', logoUrl: null },
  createdAt: '2026-11-21T15:35:00Z',
  createdByName: 'Meena',
  studentName: 'Asha Patil',
  sectionName: '7-B',
  roll: '12',
  registerNo: 'R-1',
  lines: [
    { id: '1', feeName: 'Tuition', month: 'APR', amount: 150_000 },
    { id: '2', feeName: 'Library', month: null, amount: 20_000 },
  ],
  amount: 170_000,
  amountInWords: 'Rupees One Thousand Seven Hundred Only',
  mode: 'CASH',
  chequeNo: '',
  txnId: '',
  onlineRef: null,
  state: 'COLLECTED',
  settledOn: null,
  deleted: null,
  balance: null,
  duplicate: false,
}

/** Returns the visible text. */
function receiptText(more: Partial<Receipt> = {}): string {
  return renderToStaticMarkup(receiptSheet({ ...receipt, ...more }))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .trim()
}

test('shows the amount, the fees, the student and the clerk', () => {
  expect(receiptText()).toBe(
    [
      'Green Valley Pune Fee Receipt',
      'Receipt no. GV/2026-27/123 Date 20/11/2026 Student Asha Patil Class 7-B · roll 12 Register no. R-1 Term 2026-27',
      'No. Fee Month Amount 1 Tuition APR ₹1,500.00 2 Library One time ₹200.00 Total ₹1,700.00',
      'Rupees One Thousand Seven Hundred Only Payment mode Cash',
      'Entered 21/11/26 09:05 pm Taken by Meena Signature',
    ].join(' '),
  )
})

test.each<[string, Partial<Receipt>]>([
  ['Payment mode UPI · ref. 4711', { mode: 'UPI', txnId: '4711' }],
  ['Payment mode Online · ref. pay_1', { mode: 'ONLINE', onlineRef: 'pay_1' }],
  [
    'Payment mode Cheque · no. 004512 Subject to realisation of cheque',
    { mode: 'CHEQUE', chequeNo: '004512', state: 'CLEARING' },
  ],
  [
    'CHEQUE FAILED Cheque 004512 was returned by the bank on 25/11/2026. No money was received.',
    { mode: 'CHEQUE', chequeNo: '004512', state: 'FAILED', settledOn: '2026-11-25' },
  ],
  ['Fee Receipt DUPLICATE', { duplicate: true }],
  ['Still pending ₹1,200.00 on 21/11/26 12:00 pm', { balance: { pending: 120_000, at: '2026-11-21T06:30:00Z' } }],
  [
    'DELETED by Head on 21/11/26 12:00 pm, refunded by RF-1. Reason: wrong child',
    { deleted: { at: '2026-11-21T06:30:00Z', byName: 'Head', reason: 'wrong child', refundRef: 'RF-1' } },
  ],
])('%s', (words, more) => {
  expect(receiptText(more)).toContain(words)
  expect(receiptText()).not.toContain(words)
})

test('a deleted cheque has no note about its realisation', () => {
  const deleted = { at: '2026-11-21T06:30:00Z', byName: 'Head', reason: 'x', refundRef: null }
  expect(receiptText({ mode: 'CHEQUE', chequeNo: '004512', state: 'CLEARING', deleted })).not.toContain('Subject to')
})

test('escapes all texts', () => {
  const tags = (html: string) => html.match(/<\/?[a-z]+/g)
  const plain = tags(renderToStaticMarkup(receiptSheet(receipt)))
  const nasty = fc.oneof(
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</style><b>', '&lt;b&gt;'),
  )
  fc.assert(
    fc.property(nasty, (text) => {
      const html = renderToStaticMarkup(
        receiptSheet({
          ...receipt,
          studentName: text,
          roll: text,
          registerNo: text,
          createdByName: text,
          receiptNumber: text,
          school: { name: text, description: text, logoUrl: null },
          lines: receipt.lines.map((line) => ({ ...line, feeName: text })),
        }),
      )
      expect(tags(html)).toEqual(plain)
    }),
  )
})

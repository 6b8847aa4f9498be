import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
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
    { id: '1', feeName: 'Tuition', month: 'APR', amount: 150_000, earlierTerm: null },
    { id: '2', feeName: 'Library', month: null, amount: 20_000, earlierTerm: null },
  ],
  lateFee: 0,
  amount: 170_000,
  languages: 'EN',
  amountInWords: 'Rupees One Thousand Seven Hundred Only',
  mode: 'CASH',
  chequeNo: '',
  txnId: '',
  onlineRef: null,
  transferKind: null,
  cardLast4: null,
  bankName: '',
  instrumentOn: null,
  state: 'COLLECTED',
  settledOn: null,
  deleted: null,
  insteadOf: null,
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

test('names the term of a fee that is not of the receipt’s term', () => {
  const lines = receipt.lines.map((line, index) => (index === 0 ? { ...line, earlierTerm: '2025-26' } : line))
  expect(receiptText({ lines })).toContain('1 Tuition Term 2025-26 APR ₹1,500.00 2 Library One time ₹200.00')
  expect(receiptText({ lines, languages: 'MR' })).toContain('1 Tuition शैक्षणिक वर्ष 2025-26')
})

test('stands in Marathi, with names and numbers as they were typed', () => {
  expect(receiptText({ languages: 'MR', amountInWords: 'एक हजार सातशे रुपये फक्त' })).toBe(
    [
      'Green Valley Pune शुल्क पावती',
      'पावती क्र. GV/2026-27/123 तारीख 20/11/2026 विद्यार्थी Asha Patil इयत्ता 7-B · ह. क्र. 12 ज. र. क्र. R-1 शैक्षणिक वर्ष 2026-27',
      'क्र. शुल्क महिना रक्कम 1 Tuition एप्रिल ₹1,500.00 2 Library एकदाच ₹200.00 एकूण ₹1,700.00',
      'एक हजार सातशे रुपये फक्त भरण्याची पद्धत रोख',
      'नोंद: 21/11/26 09:05 pm स्वीकारणारे: Meena सही',
    ].join(' '),
  )
})

describe.each(['HI_EN', 'MR_EN'] as const)('in two languages, %s', (languages) => {
  const deleted = { at: '2026-11-21T06:30:00Z', byName: 'Head', reason: 'wrong child', refundRef: 'RF-1' }
  const cheque = { mode: 'CHEQUE' as const, chequeNo: '004512' }

  test.each<[string, Partial<Receipt>]>([
    ['duplicate', { duplicate: true, balance: { pending: 120_000, concessions: [], at: '2026-11-21T06:30:00Z' } }],
    ['clearing', { ...cheque, state: 'CLEARING' }],
    ['failed', { ...cheque, state: 'FAILED', settledOn: '2026-11-25' }],
    ['deleted', { deleted }],
    ['UPI', { mode: 'UPI', txnId: '4711' }],
    ['online', { mode: 'ONLINE', onlineRef: 'pay_1' }],
    ['a clearing draft', { mode: 'DD', chequeNo: '004512', state: 'CLEARING' }],
    ['a failed draft', { mode: 'DD', chequeNo: '004512', state: 'FAILED', settledOn: '2026-11-25' }],
    ['a transfer', { mode: 'BANK', txnId: 'SBIN526329874512', transferKind: 'NEFT' }],
    ['a card', { mode: 'CARD', txnId: '0A81C2', cardLast4: '4321' }],
  ])('a receipt that is %s says all that both say', (_, more) => {
    const both = receiptText({ ...more, languages })
    const words = (one: 'EN' | 'HI' | 'MR') => new Set(receiptText({ ...more, languages: one }).match(/[\p{L}\p{M}]{2,}/gu))
    const [lead] = languages.split('_') as ['HI' | 'MR']
    // What stands once with a value: when the balance was taken.
    const once = ['on']
    for (const word of [...words('EN'), ...words(lead)]) if (!once.includes(word)) expect(both).toContain(word)
  })

  test('has one label for each fact: both words, and a slash between them', () => {
    expect(receiptText({ languages })).toMatch(/(पावती क्र\.|रसीद सं\.) \/ Receipt no\. GV/)
    expect(receiptText({ languages })).toMatch(/(एप्रिल|अप्रैल) \/ APR/)
  })
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
  [
    'Payment mode Cheque · no. 004512 · Bank of India, 20/11/2026',
    { mode: 'CHEQUE', chequeNo: '004512', bankName: 'Bank of India', instrumentOn: '2026-11-20' },
  ],
  [
    'Payment mode Demand draft · no. 004512 · Bank of India, 20/11/2026 Subject to realisation of demand draft',
    { mode: 'DD', chequeNo: '004512', bankName: 'Bank of India', instrumentOn: '2026-11-20', state: 'CLEARING' },
  ],
  [
    'DEMAND DRAFT FAILED Demand draft 004512 was returned by the bank on 25/11/2026. No money was received.',
    { mode: 'DD', chequeNo: '004512', state: 'FAILED', settledOn: '2026-11-25' },
  ],
  [
    'Payment mode Bank transfer · NEFT · ref. SBIN526329874512',
    { mode: 'BANK', txnId: 'SBIN526329874512', transferKind: 'NEFT' },
  ],
  ['Payment mode Card · XX4321 · approval code 0A81C2', { mode: 'CARD', txnId: '0A81C2', cardLast4: '4321' }],
  ['Fee Receipt DUPLICATE', { duplicate: true }],
  [
    'Concession Sibling ₹375.00',
    { balance: { pending: 120_000, concessions: [{ name: 'Sibling', amount: 37_500 }], at: '2026-11-21T06:30:00Z' } },
  ],
  [
    'Still pending ₹1,200.00 on 21/11/26 12:00 pm',
    { balance: { pending: 120_000, concessions: [], at: '2026-11-21T06:30:00Z' } },
  ],
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
  const plain = tags(renderToStaticMarkup(receiptSheet({ ...receipt, mode: 'CHEQUE' })))
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
          mode: 'CHEQUE',
          bankName: text,
          lines: receipt.lines.map((line) => ({ ...line, feeName: text })),
        }),
      )
      expect(tags(html)).toEqual(plain)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEntrySearch, parseReceiptNumber } from './entries.rules.ts'
import { formatReceiptNumber, receiptYear } from './receipts.rules.ts'

test.each([
  ['123', { no: 123, year: null }],
  ['2026-27/123', { no: 123, year: '2026-27' }],
  ['GV/2026-27/7', { no: 7, year: '2026-27' }],
  ['GV 1-2026-27/7', { no: 7, year: '2026-27' }],
  ['0', null],
  ['2026-27/', null],
  ['abc', null],
  ['12a', null],
  ['1234567890123', null],
])('%s as a receipt is %j', (word, receipt) => {
  expect(parseReceiptNumber(word)).toEqual(receipt)
})

test('parses every printed receipt number, whatever the school’s prefix', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9/ -]{0,12}$/),
      fc.integer({ min: 1, max: 999_999_999_999 }),
      fc.date({ min: new Date('2000-01-01'), max: new Date('2190-01-01'), noInvalidDate: true }),
      (receiptPrefix, receiptNo, date) => {
        const year = receiptYear(date.toISOString().slice(0, 10))
        const printed = formatReceiptNumber({ receiptPrefix, receiptYear: year, receiptNo })
        expect(parseReceiptNumber(printed)).toEqual({ no: receiptNo, year })
        // As typed from the paper into the search of the entries.
        expect(parseEntrySearch(` ${printed} `).map((word) => word.receipt)).toEqual([{ no: receiptNo, year }])
      },
    ),
  )
})

test.each<[string, (string | null)[]]>([
  ['Om Patil', ['om', 'patil']],
  ['Om', [null]],
  ['om 6', ['om', null]],
  ['Asha 12', ['asha', null]],
  ['é ab', ['é', 'ab']],
])('the parts of names in %s are %j', (typed, parts) => {
  expect(parseEntrySearch(typed).map((word) => word.part)).toEqual(parts)
})

test('a search is split into words; short words match numbers and references only', () => {
  expect(parseEntrySearch('  Asha 12 आशा ')).toEqual([
    { part: 'asha', receipt: null, reference: 'Asha' },
    { part: null, receipt: { no: 12, year: null }, reference: '12' },
    { part: 'आशा', receipt: null, reference: 'आशा' },
  ])
  expect(parseEntrySearch('')).toEqual([])
  expect(parseEntrySearch('a b c d e f g h')).toHaveLength(6)
})

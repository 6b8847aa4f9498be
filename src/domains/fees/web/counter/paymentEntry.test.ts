import { expect, test } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { paidBy } from '#tests/world/fees.ts'
import { schoolDay } from '#shared/dates.ts'
import { counterModeNames, counterModes } from '#shared/paymentModes.ts'
import {
  type Entry,
  entryModes,
  guessTransferKind,
  newEntry,
  validateEntry,
  selectionProblem,
  type SeenFee,
} from './paymentEntry.ts'

const of = { termId: '2', studentId: '7' }
const tuition: SeenFee = { feeId: '1', month: 'APR', fixedAmount: true, pending: 150_000, lateFeeDue: 0, version: '150000:0' }
const library: SeenFee = { feeId: '2', month: null, fixedAmount: true, pending: 20_000, lateFeeDue: 0, version: '30000:10000' }
const donation: SeenFee = { feeId: '3', month: null, fixedAmount: false, pending: 0, lateFeeDue: 0, version: 'open:0' }
const fees = [tuition, library]
const today = schoolDay(new Date())
const tomorrow = schoolDay(fromNow(86_400_000))

const entry = (more: Partial<Entry> = {}): Entry => ({ ...newEntry(fees), ...more })
const problems = (more: Partial<Entry>, selected: readonly SeenFee[] = fees) => {
  const checked = validateEntry(of, selected, entry(more))
  return 'problems' in checked ? checked.problems : null
}

test('a new entry is cash, today, with all that is pending; fees that are not fixed add no amount', () => {
  expect(newEntry(fees)).toMatchObject({ mode: 'CASH', amount: 170_000, collectedOn: today })
  expect(newEntry([donation]).amount).toBe('')
})

test('the counter has every mode that a clerk takes, and a letter for each', () => {
  expect(entryModes.map(({ mode }) => mode)).toEqual([...counterModeNames, 'DISCOUNT', 'WRITE_OFF', 'WAIVER'])
  expect(new Set(entryModes.map(({ key }) => key)).size).toBe(entryModes.length)
  for (const mode of counterModeNames) {
    const { reference, details } = counterModes[mode]
    const asked = [...(reference ? [reference] : []), ...details.filter(({ required }) => required)].map(({ field }) => field)
    expect(problems({ mode })).toEqual(
      asked.length > 0 ? Object.fromEntries(asked.map((field) => [field, expect.any(String)])) : null,
    )
    expect(problems(paidBy(mode))).toBeNull()
  }
})

test('sends the fields of its mode, and nothing typed for another', () => {
  const typed = { chequeNo: ' 004512 ', txnId: 'T1', comment: 'sibling' }
  const sent = (mode: Entry['mode']) => validateEntry(of, fees, entry({ ...typed, mode }))
  const seen = [
    { feeId: '1', version: '150000:0' },
    { feeId: '2', version: '30000:10000' },
  ]
  const paid = { ...of, fees: seen, amount: 170_000, collectedOn: today }
  expect(sent('CASH')).toEqual({ ready: { mode: 'PAYMENT', input: { ...paid, mode: 'CASH' } } })
  expect(sent('UPI')).toEqual({ ready: { mode: 'PAYMENT', input: { ...paid, mode: 'UPI', txnId: 'T1' } } })
  expect(sent('CHEQUE')).toEqual({ ready: { mode: 'PAYMENT', input: { ...paid, mode: 'CHEQUE', chequeNo: '004512' } } })
  const drafted = { ...typed, mode: 'DD', bankName: ' Bank of India ', instrumentOn: today, cardLast4: '4321' } as const
  expect(validateEntry(of, fees, entry(drafted))).toEqual({
    ready: {
      mode: 'PAYMENT',
      input: { ...paid, mode: 'DD', chequeNo: '004512', bankName: 'Bank of India', instrumentOn: today },
    },
  })
  expect(sent('DISCOUNT')).toEqual({
    ready: { mode: 'DISCOUNT', input: { ...of, fees: seen, amount: 170_000, comment: 'sibling' } },
  })
  expect(sent('WRITE_OFF')).toEqual({
    ready: { mode: 'WRITE_OFF', input: { ...of, fees: seen, amount: 170_000, comment: 'sibling' } },
  })
})

test.each([
  ['No Fees Selected', {}, [], 'fees'],
  ['Non Fixed Amounts Can Not Be Given Discount.', { mode: 'DISCOUNT', comment: 'sister' }, [tuition, donation], 'fees'],
  ['A fee that is not fixed cannot be written off', { mode: 'WRITE_OFF', comment: 'left' }, [tuition, donation], 'fees'],
  ['Reason is required', { mode: 'WRITE_OFF', comment: ' ' }, fees, 'comment'],
  ['Reason is required', { mode: 'DISCOUNT', comment: '' }, fees, 'comment'],
  ['The collecting amount is greater than the total of fees collected', { amount: 170_001 }, fees, 'amount'],
  [
    'The collecting amount is greater than the total of fees collected',
    { mode: 'DISCOUNT', amount: 170_001, comment: 'sister' },
    fees,
    'amount',
  ],
  ['Amount is required', { amount: '' }, fees, 'amount'],
  ['An amount such as 1,234.50', { amount: '12,x' }, fees, 'amount'],
  ['More than zero', { amount: 0 }, fees, 'amount'],
  ['Cheque Number Should Be At Least 6 Digits Long!', { mode: 'CHEQUE', chequeNo: '00451' }, fees, 'chequeNo'],
  ['Transaction ID is required', { mode: 'UPI', txnId: ' ' }, fees, 'txnId'],
  ['A demand draft number has 6 digits', { ...paidBy('DD'), chequeNo: '45120' }, fees, 'chequeNo'],
  ['The bank of the demand draft is required', { ...paidBy('DD'), bankName: ' ' }, fees, 'bankName'],
  ['A demand draft cannot be dated after the day it is taken', { ...paidBy('DD'), instrumentOn: tomorrow }, fees, 'instrumentOn'],
  ['A UTR or reference number has 12 to 22 letters and digits', { ...paidBy('BANK'), txnId: '4711' }, fees, 'txnId'],
  ['Choose NEFT, RTGS or IMPS', { ...paidBy('BANK'), transferKind: '' }, fees, 'transferKind'],
  ['The approval code on the slip has 6 letters and digits', { ...paidBy('CARD'), txnId: '12' }, fees, 'txnId'],
  ['Enter the last 4 digits of the card', { ...paidBy('CARD'), cardLast4: '43' }, fees, 'cardLast4'],
  ['The collection date cannot be in the future', { collectedOn: tomorrow }, fees, 'collectedOn'],
  ['Required', { collectedOn: '' }, fees, 'collectedOn'],
] as const)('%s', (message, more, selected, field) => {
  expect(problems(more, selected)).toEqual({ [field]: message })
})

test('accepts more than is pending with a fee that is not fixed, and any past day', () => {
  expect(problems({ amount: 500_000, collectedOn: '2026-04-01' }, [tuition, donation])).toBeNull()
})

test('refuses a selection before anything is typed', () => {
  expect(selectionProblem('CASH', [donation])).toBeNull()
  expect(selectionProblem('DISCOUNT', [donation])).toBe('Non Fixed Amounts Can Not Be Given Discount.')
})

test('guesses how a transfer was sent by its reference', () => {
  expect(['633012345678', 'SBIN526329874512', 'SBINR52026112500123456', '', '4711'].map(guessTransferKind)).toEqual([
    'IMPS',
    'NEFT',
    'RTGS',
    '',
    '',
  ])
})

test('a payment takes late fees on top, a discount does not, and a waiver takes nothing else', () => {
  const overdue: SeenFee = { ...tuition, lateFeeDue: 5000 }
  const late = [overdue, library]
  expect(newEntry(late).amount).toBe(175_000)
  expect(problems({ amount: 175_000 }, late)).toBeNull()
  expect(problems({ amount: 175_001 }, late)?.amount).toBe('The collecting amount is greater than the total of fees collected')
  expect(problems({ mode: 'WRITE_OFF', amount: 170_001, comment: 'left' }, late)?.amount).toBeDefined()
  expect(problems({ mode: 'WAIVER', amount: 5000, comment: 'was ill' }, late)).toBeNull()
  expect(problems({ mode: 'WAIVER', amount: 5001, comment: 'was ill' }, late)?.amount).toBe('This is more than the late fee')
  expect(problems({ mode: 'WAIVER', amount: 5000, comment: ' ' }, late)?.comment).toBe('Reason is required')
  expect(selectionProblem('WAIVER', fees)).toBe('These fees have no late fee')
})

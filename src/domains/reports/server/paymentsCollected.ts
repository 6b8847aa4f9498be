import { schoolDay, schoolTime, showDay } from '#shared/dates.ts'
import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { type PaymentMode, paymentModeNames, paymentModes, referenceOf } from '#shared/paymentModes.ts'
import { formatReceiptNumber } from '#domains/fees/server/collected.exports.ts'
import { column, type ReportRow } from '../report.model.ts'
import type { PaymentsRow } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { countWithNoun } from '#shared/plural.ts'

export const collectedNote =
  'Collected is money that is there: a cheque once the bank has cleared it. Clearing cheques, failed ones and deleted receipts are in no total.'

type PaymentRow = PaymentsRow['payments'][number]

/** A row per receipt, deleted and failed ones too; below what each mode has collected, and with how many. */
export function paymentsCollected({ payments, modes: sums }: PaymentsRow): ReportContent {
  const collected = sumMoney(sums.map((sum) => sum.collected))
  const clearing = sumMoney(sums.map((sum) => sum.clearing))
  const standing = payments.filter((payment) => payment.deletedAt === null && payment.state === 'COLLECTED')
  const total = (label: string, amount: Paise, { length }: readonly PaymentRow[]) =>
    totalRow(`${label} (${length.toLocaleString('en-IN')})`, amount)
  return {
    facts: [
      { label: 'Collected', value: showMoney(collected) },
      ...(clearing > 0 ? [{ label: 'Clearing', value: showMoney(clearing) }] : []),
    ],
    summary: `${showMoney(collected)} collected with ${countWithNoun(standing.length, 'receipt')}.`,
    blocks: [
      {
        heading: 'Receipts',
        columns: [
          column('receipt', 'Receipt no.', 'text', 25),
          column('day', 'Date', 'day', 20),
          column('time', 'Time', 'time', 12),
          column('registerNo', 'Reg no.', 'text', 17),
          column('name', 'Name'),
          column('section', 'Class', 'text', 14),
          column('fees', 'Fee heads', 'text', 42),
          column('mode', 'Mode', 'text', 15),
          column('reference', 'Ref./cheque no.', 'text', 25),
          column('amount', 'Amount', 'money', 24),
          column('state', 'State', 'text', 17),
          column('by', 'Collected by', 'text', 24),
        ],
        rows: payments.map(receiptRow),
        footer:
          payments.length === 0
            ? []
            : [
                ...paymentModeNames.flatMap((mode) => {
                  const own = sums.find((sum) => sum.mode === mode)
                  return own
                    ? [
                        total(
                          paymentModes[mode].label,
                          own.collected,
                          standing.filter((payment) => payment.mode === mode),
                        ),
                      ]
                    : []
                }),
                total('Collected', collected, standing),
              ],
        empty: 'No money was taken in these days.',
      },
    ],
    notes: [collectedNote, 'Struck through: a deleted receipt. A receipt without a time was entered on a later day.'],
  }
}

function receiptRow(payment: PaymentRow): ReportRow {
  const { collectedOn, createdAt } = payment
  const mode = payment.mode as PaymentMode
  const entered = new Date(createdAt)
  // Booked on an earlier day than it was entered on, its hour says nothing.
  const time = schoolDay(entered) === collectedOn ? schoolTime(entered).slice(0, 5) : null
  return {
    cells: [
      formatReceiptNumber(payment),
      collectedOn,
      time,
      payment.registerNo,
      payment.studentName,
      payment.sectionName,
      feeHeads(payment),
      paymentModes[mode].label,
      referenceOf({ ...payment, mode }),
      payment.amount,
      stateOf(payment),
      payment.createdByName,
    ],
    ...(payment.deletedAt === null ? {} : { struck: true }),
    ...(payment.deletedAt === null && payment.state !== 'COLLECTED' ? { shaded: true } : {}),
  }
}

/** `Tuition (APR, MAY), Library`: a fee of several months once. */
function feeHeads({ lines }: PaymentRow): string {
  const months = Map.groupBy(lines, (line) => line.feeName)
  return [...months]
    .map(([name, own]) => {
      const named = own.map((line) => line.month).filter((month) => month !== null)
      return named.length === 0 ? name : `${name} (${named.join(', ')})`
    })
    .join(', ')
}

function stateOf({ deletedAt, deletedByName, state, settledOn }: PaymentRow): string {
  if (deletedAt !== null) return `Deleted by ${deletedByName ?? ''}`
  if (state === 'FAILED') return `Failed ${showDay(settledOn)}`
  return state === 'CLEARING' ? 'Clearing' : ''
}

function totalRow(label: string, amount: Paise): ReportRow {
  return { cells: ['', '', '', '', label, '', '', '', '', amount, '', ''] }
}

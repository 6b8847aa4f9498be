import { schoolDay, schoolTime, showDay } from '#shared/dates.ts'
import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { fullReference, paymentModeNames, paymentModes, type PaymentReference } from '#shared/paymentModes.ts'
import { formatReceiptNumber, showMonth } from '#domains/fees/server/collected.exports.ts'
import { column, type ReportRow } from '../report.model.ts'
import type { PaymentsData } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { plural, t } from '#shared/texts.ts'
import { showCount } from '#shared/counts.ts'

export const collectedNote = () =>
  t`Collected is money received; a cheque counts once the bank has cleared it. Clearing and failed cheques and deleted receipts are in no total.`

type PaymentRow = PaymentsData['payments'][number]

/** Builds a row per receipt, including deleted and failed ones, and a total with the number of receipts per mode. */
export function buildPaymentsCollected({ payments, modes: sums }: PaymentsData): ReportContent {
  const collected = sumMoney(sums.map((sum) => sum.collected))
  const clearing = sumMoney(sums.map((sum) => sum.clearing))
  const collectedPayments = payments.filter((payment) => payment.deletedAt === null && payment.state === 'COLLECTED')
  const total = (label: string, amount: Paise, { length }: readonly PaymentRow[]) =>
    totalRow(`${label} (${showCount(length)})`, amount)
  return {
    facts: [
      { label: t`Collected`, value: showMoney(collected) },
      ...(clearing > 0 ? [{ label: t({ message: 'Clearing', context: 'money' }), value: showMoney(clearing) }] : []),
    ],
    summary: t`${showMoney(collected)} collected with ${plural(collectedPayments.length, { one: '# receipt', other: '# receipts' })}.`,
    blocks: [
      {
        heading: t`Receipts`,
        columns: [
          column('receipt', t`Receipt no.`, 'text', 25),
          column('day', t`Date`, 'day', 20),
          column('time', t`Time`, 'time', 12),
          column('registerNo', t`Reg no.`, 'text', 17),
          column('name', t`Name`),
          column('section', t`Class`, 'text', 14),
          column('fees', t`Fee heads`, 'text', 42),
          column('mode', t`Mode`, 'text', 15),
          column('reference', t`Ref./cheque no.`, 'text', 25),
          column('amount', t`Amount`, 'money', 24),
          column('state', t({ message: 'State', context: 'of a payment' }), 'text', 17),
          column('by', t`Collected by`, 'text', 24),
        ],
        rows: payments.map(receiptRow),
        footer:
          payments.length === 0
            ? []
            : [
                ...paymentModeNames.flatMap((mode) => {
                  const modeSum = sums.find((sum) => sum.mode === mode)
                  if (!modeSum) return []
                  const modePayments = collectedPayments.filter((payment) => payment.mode === mode)
                  return [total(paymentModes[mode].label, modeSum.collected, modePayments)]
                }),
                total(t`Collected`, collected, collectedPayments),
              ],
        empty: t`No money was taken in these days.`,
      },
    ],
    notes: [
      collectedNote(),
      t`Struck through: a deleted receipt. A receipt without a time was entered on a later day than its date.`,
    ],
  }
}

function receiptRow(payment: PaymentRow): ReportRow {
  const { collectedOn, createdAt } = payment
  const { mode } = payment as PaymentReference
  const enteredAt = new Date(createdAt)
  // The time of entry says nothing about a payment that is booked on an earlier day.
  const time = schoolDay(enteredAt) === collectedOn ? schoolTime(enteredAt).slice(0, 5) : null
  return {
    cells: [
      formatReceiptNumber(payment),
      collectedOn,
      time,
      payment.registerNo,
      payment.studentName,
      payment.sectionName,
      formatFeeHeads(payment),
      paymentModes[mode].label,
      fullReference(payment as PaymentReference),
      payment.amount,
      formatState(payment),
      payment.createdByName,
    ],
    ...(payment.deletedAt === null ? {} : { struck: true }),
    ...(payment.deletedAt === null && payment.state !== 'COLLECTED' ? { shaded: true } : {}),
  }
}

/** Lists the fees of a receipt, each once with its months: `Tuition (APR, MAY), Library`. */
function formatFeeHeads({ lines }: PaymentRow): string {
  const linesByFee = Map.groupBy(lines, (line) => line.feeName)
  return [...linesByFee]
    .map(([name, feeLines]) => {
      const months = feeLines.map((line) => line.month).filter((month) => month !== null)
      return months.length === 0 ? name : `${name} (${months.map(showMonth).join(', ')})`
    })
    .join(', ')
}

function formatState({ deletedAt, deletedByName, state, settledOn }: PaymentRow): string {
  if (deletedAt !== null) return t`Deleted by ${deletedByName ?? ''}`
  if (state === 'FAILED') return t`Failed ${showDay(settledOn)}`
  return state === 'CLEARING' ? t`Clearing` : ''
}

function totalRow(label: string, amount: Paise): ReportRow {
  return { cells: ['', '', '', '', label, '', '', '', '', amount, '', ''] }
}

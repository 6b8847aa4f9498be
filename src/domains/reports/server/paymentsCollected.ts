import { schoolDay, schoolTime, showDay } from '#shared/dates.ts'
import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { fullReference, type PaymentMode, paymentModeNames, paymentModes, type PaymentReference } from '#shared/paymentModes.ts'
import { formatReceiptNumber, formatRefundNumber, showMonth } from '#domains/fees/server/collected.exports.ts'
import { column, type ReportBlock, type ReportRow } from '../report.model.ts'
import type { PaymentsData } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { plural, t } from '#shared/texts.ts'
import { showCount } from '#shared/counts.ts'

export const collectedNote = () =>
  t`Collected is money received; a cheque counts once the bank has cleared it. Clearing and failed cheques and deleted receipts are in no total.`

type PaymentRow = PaymentsData['payments'][number]

/**
 * Builds a row per receipt, including deleted and failed ones, and a total with the number of receipts per mode.
 * Refunds are a table of their own below.
 */
export function buildPaymentsCollected({ payments, modes: sums, refunds }: PaymentsData): ReportContent {
  const collected = sumMoney(sums.map((sum) => sum.collected))
  const clearing = sumMoney(sums.map((sum) => sum.clearing))
  const collectedPayments = payments.filter((payment) => payment.deletedAt === null && payment.state === 'COLLECTED')
  const total = (label: string, amount: Paise, { length }: readonly PaymentRow[]) =>
    totalRow(`${label} (${showCount(length)})`, amount)
  return {
    facts: [
      { label: t`Collected`, value: showMoney(collected) },
      ...(clearing > 0 ? [{ label: t({ message: 'Clearing', context: 'money' }), value: showMoney(clearing) }] : []),
      ...refundedFact(sumRefunds(refunds)),
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
      ...(refunds.length === 0 ? [] : [refundsBlock(refunds)]),
    ],
    notes: [
      collectedNote(),
      t`Struck through: a deleted receipt. A receipt without a time was entered on a later day than its date.`,
      ...(refunds.length === 0 ? [] : [refundedNote()]),
    ],
  }
}

/** Sums refunds that are not cancelled. */
const sumRefunds = (refunds: PaymentsData['refunds']) =>
  sumMoney(refunds.filter((refund) => refund.cancelledAt === null).map((refund) => refund.amount))

/** Returns the fact about what was given back; none where nothing was. */
export function refundedFact(refunded: Paise): { label: string; value: string }[] {
  return refunded > 0 ? [{ label: t`Given back`, value: showMoney(refunded) }] : []
}

export const refundedNote = () =>
  t`Given back: refunds on the day on which they were paid. They are not taken off what was collected.`

/** Returns the table of the refunds; cancelled ones are struck through. */
function refundsBlock(refunds: PaymentsData['refunds']): ReportBlock {
  return {
    heading: t`Refunds`,
    columns: [
      column('voucher', t`Voucher no.`, 'text', 30),
      column('day', t`Date`, 'day', 22),
      column('registerNo', t`Reg no.`, 'text', 18),
      column('name', t`Name`),
      column('section', t`Class`, 'text', 14),
      column('fees', t`Fee heads`, 'text', 42),
      column('mode', t`Mode`, 'text', 18),
      column('reference', t`Ref./cheque no.`, 'text', 28),
      column('reason', t`Reason`, 'text', 38),
      column('amount', t`Amount`, 'money', 24),
      column('by', t`Given back by`, 'text', 26),
    ],
    rows: refunds.map((refund) => ({
      cells: [
        formatRefundNumber(refund),
        refund.refundedOn,
        refund.registerNo,
        refund.studentName,
        refund.sectionName,
        formatFeeHeads(refund),
        paymentModes[refund.mode as PaymentMode].label,
        refund.reference,
        refund.cancelledAt === null
          ? refund.reason
          : t`Cancelled by ${refund.cancelledByName ?? ''}: ${refund.cancelReason ?? ''}`,
        refund.amount,
        refund.createdByName,
      ],
      ...(refund.cancelledAt === null ? {} : { struck: true }),
    })),
    footer: [{ cells: ['', '', '', t`Given back`, '', '', '', '', '', sumRefunds(refunds), ''] }],
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

/** Lists the fees of a receipt or voucher, each once with its months: `Tuition (APR, MAY), Library`. */
function formatFeeHeads({ lines }: { lines: readonly { feeName: string; month: string | null }[] }): string {
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

import { showMoney, sumMoney } from '#shared/money.ts'
import { type PaymentMode, paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { amountInWords } from '#shared/amountInWords.ts'
import { formatReceiptNumber } from '#domains/fees/server/collected.exports.ts'
import { column, type ReportCell, type ReportColumn } from '../report.model.ts'
import type { DailyRow } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { collectedNote } from './paymentsCollected.ts'

/** A row per day on which something was booked, and what each category has brought to each bank account. */
export function dailyCollected({ days, discounts, receipts, categories }: DailyRow): ReportContent {
  const dates = [...new Set([...days, ...discounts, ...receipts].map((row) => row.collectedOn))].sort()
  const total = sumMoney(days.map((row) => row.collected))
  const count = days.reduce((sum, row) => sum + row.receipts, 0)
  return {
    facts: [{ label: 'Collected', value: showMoney(total) }],
    summary: `${showMoney(total)} collected: ${amountInWords(total)}.`,
    blocks: [
      {
        heading: 'By day',
        columns: [
          column('day', 'Date', 'day', 23),
          ...paymentModeNames.flatMap(columnsOf),
          column('total', 'Total', 'money', 28),
          column('discount', 'Discount (memo)', 'money', 24),
          { ...column('receipts', 'Receipts'), oneLine: true },
          column('count', 'Count', 'number', 14),
        ],
        rows: dates.map((date) => {
          const own = days.filter((row) => row.collectedOn === date)
          const discount = discounts.find((row) => row.collectedOn === date)?.amount ?? 0
          const series = receipts.filter((row) => row.collectedOn === date).map(runOf)
          return { cells: [date, ...sumsOf(own), discount, series.join(', '), own.reduce((sum, row) => sum + row.receipts, 0)] }
        }),
        footer:
          dates.length === 0
            ? []
            : [{ cells: ['Total', ...sumsOf(days), sumMoney(discounts.map((row) => row.amount)), '', count] }],
        empty: 'Nothing was collected in these days.',
      },
      {
        heading: 'By category and bank account',
        columns: [
          column('category', 'Category'),
          column('account', 'Bank account', 'text', 60),
          ...paymentModeNames.map((mode) => column(mode, paymentModes[mode].label, 'money', 30)),
          column('total', 'Total', 'money', 34),
        ],
        rows: [...Map.groupBy(categories, (row) => `${row.categoryId} ${row.accountId ?? ''}`).values()].map((own) => ({
          cells: [own[0]?.categoryName ?? '', own[0]?.accountName ?? 'No account', ...byMode(own)],
        })),
        footer: [{ cells: ['Total', '', ...byMode(categories)] }, { cells: [amountInWords(total)], wide: true }],
        empty: 'Nothing was collected in these days.',
      },
    ],
    notes: [
      collectedNote,
      'Discounts are no money. Receipts are the first and the last that are booked on the day, deleted and failed ones too; the count is of those that stand.',
    ],
  }
}

type DayRow = DailyRow['days'][number]

/** The columns of a mode: what was collected, and where it clears later, also what is clearing. */
function columnsOf(mode: PaymentMode): ReportColumn[] {
  const { label, column: key, clearsLater } = paymentModes[mode]
  if (!clearsLater) return [column(key, label, 'money', 26)]
  return [column(`${key}Cleared`, `${label} cleared`, 'money', 26), column(`${key}Clearing`, `${label} clearing`, 'money', 26)]
}

/** The cells of {@link columnsOf} for all modes, and what is collected in all. */
function sumsOf(rows: readonly DayRow[]): ReportCell[] {
  const cells = paymentModeNames.flatMap((mode) => {
    const own = rows.filter((row) => row.mode === mode)
    const collected = sumMoney(own.map((row) => row.collected))
    return paymentModes[mode].clearsLater ? [collected, sumMoney(own.map((row) => row.clearing))] : [collected]
  })
  return [...cells, sumMoney(rows.map((row) => row.collected))]
}

function byMode(rows: readonly { mode: string; collected: number }[]): ReportCell[] {
  const of = (wanted: string) => sumMoney(rows.filter((row) => row.mode === wanted).map((row) => row.collected))
  return [...paymentModeNames.map(of), sumMoney(rows.map((row) => row.collected))]
}

/** `GV/2026-27/1–10`. */
function runOf({ receiptPrefix, receiptYear, first, last }: DailyRow['receipts'][number]): string {
  const printed = formatReceiptNumber({ receiptPrefix, receiptYear, receiptNo: first })
  return first === last ? printed : `${printed}–${last}`
}

import { showMoney, sumMoney } from '#shared/money.ts'
import { type PaymentMode, paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { amountInWords } from '#shared/amountInWords.ts'
import { formatReceiptNumber } from '#domains/fees/server/collected.exports.ts'
import { column, type ReportCell, type ReportColumn } from '../report.model.ts'
import type { DailyData } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { collectedNote, refundedFact, refundedNote } from './paymentsCollected.ts'
import { spokenLanguage } from '#platform/languages/speech.ts'
import { t } from '#shared/texts.ts'

/** Builds a row per day with bookings, and the sums of each fee category by bank account. */
export function buildDailyCollected({ days, discounts, receipts, categories, refunds }: DailyData): ReportContent {
  const dates = [...new Set([...days, ...discounts, ...receipts, ...refunds].map((row) => row.collectedOn))].sort()
  const total = sumMoney(days.map((row) => row.collected))
  const count = days.reduce((sum, row) => sum + row.receipts, 0)
  const modes = modesWithMoney(days)
  const refunded = sumMoney(refunds.map((row) => row.refunded))
  // A column that most schools need on few days.
  const ifRefunded = <T>(cell: T) => (refunds.length > 0 ? [cell] : [])
  return {
    facts: [{ label: t`Collected`, value: showMoney(total) }, ...refundedFact(refunded)],
    summary: t`${showMoney(total)} collected: ${amountInWords(total, spokenLanguage())}.`,
    blocks: [
      {
        heading: t`By day`,
        columns: [
          column('day', t`Date`, 'day', 23),
          ...modes.flatMap(modeColumns),
          column('total', t`Total`, 'money', 28),
          ...ifRefunded(column('refunded', t`Given back`, 'money', 24)),
          column('discount', t`Discount (memo)`, 'money', 24),
          column('writtenOff', t`Written off (memo)`, 'money', 24),
          { ...column('receipts', t`Receipts`), oneLine: true },
          column('count', t`Count`, 'number', 14),
        ],
        rows: dates.map((date) => {
          const dayRows = days.filter((row) => row.collectedOn === date)
          const { amount: discount = 0, writtenOff = 0 } = discounts.find((row) => row.collectedOn === date) ?? {}
          const series = receipts.filter((row) => row.collectedOn === date).map(formatReceiptRange)
          return {
            cells: [
              date,
              ...modeSums(modes, dayRows),
              ...ifRefunded(refunds.find((row) => row.collectedOn === date)?.refunded ?? 0),
              discount,
              writtenOff,
              series.join(', '),
              dayRows.reduce((sum, row) => sum + row.receipts, 0),
            ],
          }
        }),
        footer:
          dates.length === 0
            ? []
            : [
                {
                  cells: [
                    t`Total`,
                    ...modeSums(modes, days),
                    ...ifRefunded(refunded),
                    sumMoney(discounts.map((row) => row.amount)),
                    sumMoney(discounts.map((row) => row.writtenOff)),
                    '',
                    count,
                  ],
                },
              ],
        empty: t`Nothing was collected in these days.`,
      },
      {
        heading: t`By category and bank account`,
        columns: [
          column('category', t`Category`),
          column('account', t`Bank account`, 'text', 60),
          ...modes.map((mode) => column(mode, paymentModes[mode].label, 'money', 30)),
          column('total', t`Total`, 'money', 34),
        ],
        rows: [...Map.groupBy(categories, (row) => `${row.categoryId} ${row.accountId ?? ''}`).values()].map((group) => ({
          cells: [group[0]?.categoryName ?? '', group[0]?.accountName ?? t`No account`, ...categorySums(modes, group)],
        })),
        footer: [
          { cells: [t`Total`, '', ...categorySums(modes, categories)] },
          { cells: [amountInWords(total, spokenLanguage())], wide: true },
        ],
        empty: t`Nothing was collected in these days.`,
      },
    ],
    notes: [
      collectedNote(),
      t`Discounts and what is written off are not money. Receipts: the first and last number booked on the day, including deleted and failed receipts. Count leaves these out.`,
      ...ifRefunded(refundedNote()),
    ],
  }
}

type DayRow = DailyData['days'][number]

/**
 * Returns the modes that have columns: those with money in these days, and those of the drawer, as in the day book. All
 * seven would not fit on a page.
 */
function modesWithMoney(rows: readonly DayRow[]): PaymentMode[] {
  const used = new Set(rows.filter((row) => row.collected !== 0 || row.clearing !== 0).map((row) => row.mode))
  return paymentModeNames.filter((mode) => paymentModes[mode].inDrawer || used.has(mode))
}

/** Returns the columns of a payment mode: collected, and for a mode that clears later also clearing. */
function modeColumns(mode: PaymentMode): ReportColumn[] {
  const { label, column: key, clearsLater } = paymentModes[mode]
  if (!clearsLater) return [column(key, label, 'money', 26)]
  return [column(`${key}Cleared`, t`${label} cleared`, 'money', 26), column(`${key}Clearing`, t`${label} clearing`, 'money', 26)]
}

/** Returns the cells of {@link modeColumns} for these modes, and the total collected. */
function modeSums(modes: readonly PaymentMode[], rows: readonly DayRow[]): ReportCell[] {
  const cells = modes.flatMap((mode) => {
    const modeRows = rows.filter((row) => row.mode === mode)
    const collected = sumMoney(modeRows.map((row) => row.collected))
    return paymentModes[mode].clearsLater ? [collected, sumMoney(modeRows.map((row) => row.clearing))] : [collected]
  })
  return [...cells, sumMoney(rows.map((row) => row.collected))]
}

/** Returns the sum of each of these payment modes, and the total. */
function categorySums(modes: readonly PaymentMode[], rows: readonly { mode: string; collected: number }[]): ReportCell[] {
  const sumOfMode = (mode: string) => sumMoney(rows.filter((row) => row.mode === mode).map((row) => row.collected))
  return [...modes.map(sumOfMode), sumMoney(rows.map((row) => row.collected))]
}

/** Formats the receipt numbers of a day: `GV/2026-27/1–10`. */
function formatReceiptRange({ receiptPrefix, receiptYear, first, last }: DailyData['receipts'][number]): string {
  const firstNumber = formatReceiptNumber({ receiptPrefix, receiptYear, receiptNo: first })
  return first === last ? firstNumber : `${firstNumber}–${last}`
}

import type { Day } from '#shared/dates.ts'
import { showDay } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { showMonth } from '#domains/fees/months.exports.ts'
import { addFeeSums, type FeeSums, sumExpected } from './dashboard.rules.ts'
import { conceded } from './money.rules.ts'

/** The sums of a term on the page of money. */
export interface TermSums {
  termName: string
  day: Day
  fees: FeeSums
  collected: Paise
  refunded: Paise
  /** null for a viewer who does not see expenses. */
  spent: Paise | null
  net: Paise | null
}

/** The contents of the page of money, for the screen, its export and its paper. */
export interface MoneyContents {
  now: TermSums
  before: TermSums | null
  /** What is pending of the years before the term. */
  earlierPending: Paise
  months: readonly { month: string | null; sums: FeeSums; before: FeeSums }[]
  classes: readonly { className: string; sums: FeeSums; before: FeeSums }[]
  expenses: { categories: readonly { categoryName: string; spent: Paise; before: Paise }[] } | null
}

/** A figure of the fees, with how it is read from their sums. */
export interface FeeFigure {
  key: 'expected' | 'paid' | 'conceded' | 'overdue' | 'pending'
  label: string
  of: (sums: FeeSums) => Paise
}

/** Returns the figures that each month and class has. */
export function feeFigures(): FeeFigure[] {
  return [
    { key: 'expected', label: t`Expected`, of: sumExpected },
    { key: 'paid', label: t`Paid`, of: ({ paid }) => paid },
    { key: 'conceded', label: t`Discounts and concessions`, of: conceded },
    { key: 'overdue', label: t`Overdue`, of: ({ overdue }) => overdue },
    { key: 'pending', label: t`Pending`, of: ({ pending }) => pending },
  ]
}

/** A row of a table of figures. */
export interface FigureRow {
  key: string
  label: string
  now: readonly Paise[]
  before: readonly Paise[]
}

/** A table of figures whose last row is the sum of the others. */
export interface FigureTable {
  title: string
  /** The heading of the first column. */
  what: string
  columns: readonly string[]
  rows: readonly FigureRow[]
  sum: FigureRow
}

/** Returns the name of a month, and of one-time fees. */
export function monthTitle(month: string | null): string {
  return month === null ? t`One time` : showMonth(month)
}

/** Returns the fees by month; one-time fees come last. */
export function monthTable({ months }: Pick<MoneyContents, 'months'>): FigureTable {
  const rows = months.map(({ month, sums, before }) => ({ key: month ?? 'once', label: monthTitle(month), sums, before }))
  return feeTable(t`Fees by month`, t`Month`, rows)
}

/** Returns the fees by class, in the school's order. */
export function classTable({ classes }: Pick<MoneyContents, 'classes'>): FigureTable {
  const rows = classes.map(({ className, sums, before }) => ({ key: className, label: className, sums, before }))
  return feeTable(t`Fees by class`, t`Class`, rows)
}

function feeTable(
  title: string,
  what: string,
  rows: readonly { key: string; label: string; sums: FeeSums; before: FeeSums }[],
): FigureTable {
  const figures = feeFigures()
  const amounts = (sums: FeeSums) => figures.map(({ of }) => of(sums))
  return {
    title,
    what,
    columns: figures.map(({ label }) => label),
    rows: rows.map(({ key, label, sums, before }) => ({ key, label, now: amounts(sums), before: amounts(before) })),
    sum: {
      key: 'sum',
      label: allTitle(),
      now: amounts(addFeeSums(rows.map(({ sums }) => sums))),
      before: amounts(addFeeSums(rows.map(({ before }) => before))),
    },
  }
}

/** Returns the expenses by category. */
export function expenseTable({ categories }: NonNullable<MoneyContents['expenses']>): FigureTable {
  return {
    title: t`Expenses by category`,
    what: t`Category`,
    columns: [t`Spent`],
    rows: categories.map(({ categoryName, spent, before }) => ({
      key: categoryName,
      label: categoryName,
      now: [spent],
      before: [before],
    })),
    sum: {
      key: 'sum',
      label: allTitle(),
      now: [sumMoney(categories.map(({ spent }) => spent))],
      before: [sumMoney(categories.map(({ before }) => before))],
    },
  }
}

const allTitle = () => t({ message: 'All', context: 'a row of sums' })

/**
 * Returns the figures on top of the page: the money of the receipts, then the fees. Some viewers see no expenses.
 * @param earlierPending what is pending of the years before; it stands last, where something is
 */
export function topFigures(term: TermSums, earlierPending = 0): { label: string; amount: Paise }[] {
  const { collected, refunded, spent, net, fees } = term
  return [
    { label: t`Collected`, amount: collected },
    { label: t`Given back`, amount: refunded },
    ...(spent === null ? [] : [{ label: t`Expenses`, amount: spent }]),
    ...(net === null ? [] : [{ label: t`Net`, amount: net }]),
    ...feeFigures().map(({ label, of }) => ({ label, amount: of(fees) })),
    { label: t`Written off`, amount: fees.writtenOff },
    ...(earlierPending > 0 ? [{ label: t`Pending of earlier years`, amount: earlierPending }] : []),
  ]
}

/** Names the term before and its day: `2025-26 up to 25 Nov 2025`. */
export function beforeTitle({ termName, day }: Pick<TermSums, 'termName' | 'day'>): string {
  return t`${termName} up to ${showDay(day)}`
}

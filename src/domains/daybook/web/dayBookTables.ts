import { plural, t } from '@lingui/core/macro'
import { type Paise, showMoney } from '#shared/money.ts'
import { showDay } from '#shared/dates.ts'
import { type PaymentMode, paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import type { SheetTable } from '#shared/sheet.ts'
import { showCount } from '#shared/counts.ts'
import type { BookedExpenseFragment, BookedFragment, DayBookQuery } from './daybook.graphql.ts'
import type { TakenFragment } from './taken.generated.graphql.ts'

export type Book = DayBookQuery['dayBook']

/** A cell of a table: a number is an amount of money. */
export type BookCell = string | Paise

/** A table of the page. */
export interface BookTable {
  title: string
  head: readonly string[]
  /** Indexes of the right-aligned columns. */
  right: readonly number[]
  rows: readonly (readonly BookCell[])[]
  /** Row keys, where two rows can have the same cells. */
  keys?: readonly string[]
  sum?: readonly BookCell[]
  /** Text shown without rows; a memo table without this text is left out. */
  emptyText: string
}

const modes = paymentModeNames.map((mode) => paymentModes[mode])

function byModeTable(title: string, nameHeader: string, rows: readonly TakenFragment[], all: TakenFragment): BookTable {
  // A mode without money has no column. Modes that go into the drawer always have one.
  const shown = modes.filter(({ column, inDrawer }) => inDrawer || all[column] !== 0)
  const amounts = (row: TakenFragment) => [...shown.map(({ column }) => row[column]), row.total]
  return {
    title,
    head: [nameHeader, ...shown.map(({ label }) => label), t`Total`],
    right: [...shown.map((_, index) => index + 1), shown.length + 1],
    rows: rows.map((row) => [row.name, ...amounts(row)]),
    sum: [t({ message: 'All', context: 'a row of sums' }), ...amounts(all)],
    emptyText: t`Nothing was collected.`,
  }
}

/** Appends the name of another term. */
const withTermName = (text: string, { otherTerm }: { otherTerm: string | null }) => (otherTerm ? `${text} (${otherTerm})` : text)

const studentText = (row: BookedFragment) => withTermName(`${row.studentName}, ${row.sectionName}`, row)

/** Returns the number of a cheque with its bank and date; of a demand draft, that it is one. */
const instrumentText = ({ mode, reference }: BookedFragment) =>
  mode === 'DD' ? `${paymentModes.DD.label} ${reference}` : reference

/** Returns the payment mode, with the state where the payment was deleted or is not collected. */
function modeAndState({ mode, state, deletedByName }: BookedFragment): string {
  const name = paymentModes[mode as PaymentMode].label
  if (deletedByName !== null) return t`${name}, deleted`
  if (state === 'COLLECTED') return name
  return state === 'FAILED' ? t`${name}, failed` : t`${name}, clearing`
}

/** Returns the last row of a list that was cut off: how many more there are. */
function moreRow(listed: readonly unknown[], count: number): { sum?: readonly BookCell[] } {
  return count > listed.length ? { sum: [t`and ${showCount(count - listed.length)} more`, '', '', '', ''] } : {}
}

function expenseTable(title: string, rows: readonly BookedExpenseFragment[], by: 'createdByName' | 'deletedByName'): BookTable {
  return {
    title,
    head: [t`Category`, t`Paid on`, t`Comment`, t({ message: 'By', context: 'a person' }), t`Amount`],
    right: [4],
    rows: rows.map((row) => [withTermName(row.categoryName, row), showDay(row.paidOn), row.comment, row[by] ?? '', row.amount]),
    keys: rows.map((row) => row.expenseId),
    emptyText: '',
  }
}

/** Returns the tables of money: collected by clerk and by bank account, given back, and expenses by category. */
export function moneyTables(book: Book): BookTable[] {
  return [
    byModeTable(t`Collected by clerk`, t`Clerk`, book.clerks, book.all),
    byModeTable(t`Collected by bank account`, t`Bank account`, book.accounts, book.all),
    {
      title: t`Expenses by category`,
      head: [t`Category`, t`Entries`, t`Amount`],
      right: [1, 2],
      rows: book.expenses.map((row) => [row.categoryName, String(row.expenses), row.spent]),
      sum: [
        t({ message: 'All', context: 'a row of sums' }),
        String(book.expenses.reduce((count, row) => count + row.expenses, 0)),
        book.spent,
      ],
      emptyText: t`Nothing was spent.`,
    },
    // Rare: shown on a day that has one.
    ...(book.refundedBy.length === 0 ? [] : [byModeTable(t`Given back by clerk`, t`Clerk`, book.refundedBy, book.allRefunded)]),
  ]
}

/**
 * Returns the tables that are in no sum of the day: cheques, changes of other days, deletions and other terms. Empty
 * tables are left out, except the cheques to deposit.
 */
export function memoTables(book: Book): BookTable[] {
  const tables: BookTable[] = [
    {
      title: t`Cheques to deposit`,
      head: [t`Receipt`, t`Student`, t`Cheque or draft`, t`Amount`],
      right: [3],
      rows: book.toDeposit.map((row) => [row.receiptNumber, studentText(row), instrumentText(row), row.amount]),
      emptyText: t`No cheques of this day to deposit.`,
    },
    {
      title: t`Cheques cleared or failed on this day`,
      head: [t`Receipt`, t`Date`, t`Student`, t`Cheque or draft`, t`Amount`, t`Outcome`],
      right: [4],
      rows: book.settled.map((row) => [
        row.receiptNumber,
        showDay(row.collectedOn),
        studentText(row),
        instrumentText(row),
        row.amount,
        row.state === 'FAILED' ? t({ message: 'Failed', context: 'a cheque' }) : t`Cleared`,
      ]),
      emptyText: '',
    },
    {
      title: t`Payments entered on this day for earlier days`,
      head: [t`Receipt`, t`Date`, t`Student`, t`Mode`, t`Amount`],
      right: [4],
      rows: book.late.map((row) => [
        row.receiptNumber,
        showDay(row.collectedOn),
        studentText(row),
        modeAndState(row),
        row.amount,
      ]),
      ...moreRow(book.late, book.lateCount),
      emptyText: '',
    },
    {
      title: t`Deleted payments`,
      head: [t`Receipt`, t`Date`, t`Student`, t`Amount`, t`Deleted by`, t`Reason`],
      right: [3],
      rows: book.deleted.map((row) => [
        row.receiptNumber,
        showDay(row.collectedOn),
        studentText(row),
        row.amount,
        row.deletedByName ?? '',
        row.deleteReason ?? '',
      ]),
      emptyText: '',
    },
    {
      title: t`Refunds`,
      head: [t`Voucher`, t`Date`, t`Student`, t`Mode`, t`Amount`, t`Reason`],
      right: [4],
      rows: book.refunds.map((row) => [
        row.refundNumber,
        showDay(row.refundedOn),
        withTermName(`${row.studentName}, ${row.sectionName}`, row),
        [paymentModes[row.mode as PaymentMode].label, row.reference].filter(Boolean).join(' '),
        row.amount,
        row.cancelledByName === null ? row.reason : t`Cancelled by ${row.cancelledByName}: ${row.cancelReason ?? ''}`,
      ]),
      emptyText: '',
    },
    {
      ...expenseTable(t`Expenses entered on this day for earlier days`, book.lateExpenses, 'createdByName'),
      ...moreRow(book.lateExpenses, book.lateExpenseCount),
    },
    expenseTable(t`Deleted expenses`, book.deletedExpenses, 'deletedByName'),
    {
      title: t`On this day in other terms`,
      head: [t`Term`, t`Collected`, t`Given back`, t`Cash part`, t`Spent`],
      right: [1, 2, 3, 4],
      rows: book.otherTerms.map((row) => [row.termName, row.collected, row.refunded, row.cash, row.spent]),
      emptyText: '',
    },
  ]
  return tables.filter((table) => table.rows.length > 0 || table.emptyText !== '')
}

/** Returns a cell as text. */
export function showCell(cell: BookCell): string {
  return typeof cell === 'number' ? showMoney(cell) : cell
}

/** Returns the tables for an export: the sums of the day, then the tables of the page. */
export function exportTables(book: Book): SheetTable[] {
  const closing: BookTable = {
    title: t`Day`,
    head: ['', t`Amount`],
    right: [1],
    rows: [
      ...daySums(book).map(({ label, amount }) => [label, amount]),
      ...memoLines(book).map(({ label, value }) => [label, value]),
    ],
    emptyText: '',
  }
  return [closing, ...moneyTables(book), ...memoTables(book)].map(({ title, head, rows, sum }) => ({
    name: title,
    columns: head.map((header, index) => {
      const isMoney = [...rows, ...(sum ? [sum] : [])].some((row) => typeof row[index] === 'number')
      return { header, ...(isMoney ? { kind: 'money' as const } : {}) }
    }),
    rows: [...rows.map((cells) => ({ cells })), ...(sum ? [{ cells: sum, strong: true }] : [])],
  }))
}

/** A figure of the day with its sign in the sum of all. */
export interface DaySum {
  label: string
  sign: string
  amount: Paise
}

/** Returns the figures of the day, from the opening balance to the closing one. */
export function daySums(book: Book): DaySum[] {
  return [
    { label: t({ message: 'Opening', context: 'an amount' }), sign: '', amount: book.opening },
    { label: t`Collected`, sign: '+', amount: book.collected },
    // Rare: shown on a day that has one.
    ...(book.refunded === 0 ? [] : [{ label: t`Given back`, sign: '−', amount: book.refunded }]),
    { label: t`Expenses`, sign: '−', amount: book.spent },
    { label: t`Closing`, sign: '=', amount: book.closing },
  ]
}

/** Returns the labelled values that are not in a table. */
export function memoLines(book: Book): { label: string; value: string }[] {
  const { receiptNumbers, receipts, discounts, concessions, writeOffs, outstanding } = book
  const discounted = showMoney(discounts.amount)
  const conceded = showMoney(concessions.amount)
  const writtenOff = showMoney(writeOffs.amount)
  const clearing = showMoney(outstanding.amount)
  return [
    { label: t`Receipts`, value: receiptNumbers || t`none` },
    { label: t`Valid receipts`, value: showCount(receipts) },
    {
      label: t`Discounts given`,
      value:
        discounts.count === 0
          ? t`none`
          : plural(discounts.count, { one: `${discounted} (# line)`, other: `${discounted} (# lines)` }),
    },
    // Rare: named on a day that has one.
    ...(concessions.count === 0
      ? []
      : [
          {
            label: t`Concessions`,
            value: plural(concessions.count, { one: `${conceded} (# line)`, other: `${conceded} (# lines)` }),
          },
        ]),
    ...(writeOffs.count === 0
      ? []
      : [
          {
            label: t`Written off`,
            value: plural(writeOffs.count, { one: `${writtenOff} (# line)`, other: `${writtenOff} (# lines)` }),
          },
        ]),
    {
      label: t`Cheques to clear now, of all days`,
      value:
        outstanding.count === 0
          ? t`none`
          : plural(outstanding.count, { one: `${clearing} (# cheque)`, other: `${clearing} (# cheques)` }),
    },
  ]
}

import { counted } from '#shared/counted.ts'
import { lessMoney, type Paise, showMoney } from '#shared/money.ts'
import { showDay } from '#shared/dates.ts'
import { amountInWords } from '#shared/words.ts'
import type { SheetTable } from '#shared/sheet.ts'
import type { BookedExpenseFragment, BookedFragment, DayBookQuery, TakenFragment } from './daybook.graphql.ts'

export type Book = DayBookQuery['dayBook']

/** A cell of a table: a number is an amount of money. */
export type BookCell = string | Paise

/** A table of the page. */
export interface BookTable {
  title: string
  head: readonly string[]
  /** The columns that are aligned to the right. */
  right: readonly number[]
  rows: readonly (readonly BookCell[])[]
  /** What tells the rows apart, where two of them can say the same. */
  keys?: readonly string[]
  sum?: readonly BookCell[]
  /** What stands there when there are no rows. */
  nothing: string
}

const modes = [
  { key: 'cash', label: 'Cash' },
  { key: 'upi', label: 'UPI' },
  { key: 'cheque', label: 'Cheque' },
  { key: 'online', label: 'Online' },
] as const

function taken(title: string, of: string, rows: readonly TakenFragment[], all: TakenFragment): BookTable {
  // A mode in which nothing came in has no column; cash always has one, for the drawer.
  const shown = modes.filter(({ key }) => key === 'cash' || all[key] !== 0)
  const amounts = (row: TakenFragment) => [...shown.map(({ key }) => row[key]), row.total]
  return {
    title,
    head: [of, ...shown.map(({ label }) => label), 'Total'],
    right: [...shown.map((_, index) => index + 1), shown.length + 1],
    rows: rows.map((row) => [row.name, ...amounts(row)]),
    sum: ['All', ...amounts(all)],
    nothing: 'Nothing was collected.',
  }
}

/** What is of another term says so. */
const ofTerm = (text: string, { otherTerm }: { otherTerm: string | null }) => (otherTerm ? `${text} (${otherTerm})` : text)

const student = (row: BookedFragment) => ofTerm(`${row.studentName}, ${row.sectionName}`, row)

const modeNames = { CASH: 'Cash', UPI: 'UPI', CHEQUE: 'Cheque', ONLINE: 'Online' }

/** How money came in, and what has become of it where it does not stand. */
function modeAndState({ mode, state, deletedByName }: BookedFragment): string {
  const name = modeNames[mode as keyof typeof modeNames]
  if (deletedByName !== null) return `${name}, deleted`
  return state === 'COLLECTED' ? name : `${name}, ${state.toLowerCase()}`
}

/** The last row of a list that is cut off. */
function more(listed: readonly unknown[], count: number): { sum?: readonly BookCell[] } {
  return count > listed.length ? { sum: [`and ${(count - listed.length).toLocaleString('en-IN')} more`, '', '', '', ''] } : {}
}

function expenseTable(title: string, rows: readonly BookedExpenseFragment[], by: 'createdByName' | 'deletedByName'): BookTable {
  return {
    title,
    head: ['Category', 'Of', 'Comment', 'By', 'Amount'],
    right: [4],
    rows: rows.map((row) => [ofTerm(row.categoryName, row), showDay(row.paidOn), row.comment, row[by] ?? '', row.amount]),
    keys: rows.map((row) => row.expenseId),
    nothing: '',
  }
}

/** What came in, by who took it and by where it goes; what went out. */
export function moneyTables(book: Book): BookTable[] {
  return [
    taken('Collected by clerk', 'Clerk', book.clerks, book.all),
    taken('Collected by bank account', 'Bank account', book.accounts, book.all),
    {
      title: 'Expenses by category',
      head: ['Category', 'Entries', 'Amount'],
      right: [1, 2],
      rows: book.expenses.map((row) => [row.categoryName, String(row.expenses), row.spent]),
      sum: ['All', String(book.expenses.reduce((count, row) => count + row.expenses, 0)), book.spent],
      nothing: 'Nothing was spent.',
    },
  ]
}

/** What is no money of the day: cheques, what changed other days, deletions and other terms. Tables without rows are left out, but for the deposit. */
export function memoTables(book: Book): BookTable[] {
  const tables: BookTable[] = [
    {
      title: 'Cheques to deposit',
      head: ['Receipt', 'Student', 'Cheque no.', 'Amount'],
      right: [3],
      rows: book.toDeposit.map((row) => [row.receiptNumber, student(row), row.chequeNo, row.amount]),
      nothing: 'No cheque of this day waits for the bank.',
    },
    {
      title: 'Cheques the bank answered on this day',
      head: ['Receipt', 'Of', 'Student', 'Cheque no.', 'Amount', 'Answer'],
      right: [4],
      rows: book.settled.map((row) => [
        row.receiptNumber,
        showDay(row.collectedOn),
        student(row),
        row.chequeNo,
        row.amount,
        row.state === 'FAILED' ? 'Failed' : 'Cleared',
      ]),
      nothing: '',
    },
    {
      title: 'Payments entered on this day for earlier days',
      head: ['Receipt', 'Of', 'Student', 'Mode', 'Amount'],
      right: [4],
      rows: book.late.map((row) => [row.receiptNumber, showDay(row.collectedOn), student(row), modeAndState(row), row.amount]),
      ...more(book.late, book.lateCount),
      nothing: '',
    },
    {
      title: 'Deleted payments',
      head: ['Receipt', 'Of', 'Student', 'Amount', 'By', 'Why'],
      right: [3],
      rows: book.deleted.map((row) => [
        row.receiptNumber,
        showDay(row.collectedOn),
        student(row),
        row.amount,
        row.deletedByName ?? '',
        row.deleteReason ?? '',
      ]),
      nothing: '',
    },
    {
      ...expenseTable('Expenses entered on this day for earlier days', book.lateExpenses, 'createdByName'),
      ...more(book.lateExpenses, book.lateExpenseCount),
    },
    expenseTable('Deleted expenses', book.deletedExpenses, 'deletedByName'),
    {
      title: 'On this day in other terms',
      head: ['Term', 'Collected', 'Of it cash', 'Spent'],
      right: [1, 2, 3],
      rows: book.otherTerms.map((row) => [row.termName, row.collected, row.cash, row.spent]),
      nothing: '',
    },
  ]
  return tables.filter((table) => table.rows.length > 0 || table.nothing !== '')
}

/** A cell as a person reads it. */
export function showCell(cell: BookCell): string {
  return typeof cell === 'number' ? showMoney(cell) : cell
}

/** The page as it leaves the product: how the day closes, then its tables. */
export function exportedBook(book: Book): SheetTable[] {
  const closing: BookTable = {
    title: 'Day',
    head: ['', 'Amount'],
    right: [1],
    rows: [
      ['Opening', book.opening],
      ['Collected', book.collected],
      ['Expenses', book.spent],
      ['Closing', book.closing],
      ...memoLines(book).map(({ label, value }) => [label, value]),
    ],
    nothing: '',
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

/** Lines under the tables: numbers that are no table. */
export function memoLines(book: Book): { label: string; value: string }[] {
  const { receiptNumbers, receipts, discounts, outstanding } = book
  const sumAndCount = ({ count, amount }: typeof discounts, one: string) =>
    count === 0 ? 'none' : `${showMoney(amount)} (${counted(count, one)})`
  return [
    { label: 'Receipts', value: receiptNumbers || 'none' },
    { label: 'Receipts that stand', value: receipts.toLocaleString('en-IN') },
    { label: 'Discounts given', value: sumAndCount(discounts, 'line') },
    { label: 'Cheques to clear now, of all days', value: sumAndCount(outstanding, 'cheque') },
  ]
}

/** An amount in words; below zero with the word for it. */
export function inWords(amount: number): string {
  return amount < 0 ? `Minus ${amountInWords(lessMoney(0, amount))}` : amountInWords(amount)
}

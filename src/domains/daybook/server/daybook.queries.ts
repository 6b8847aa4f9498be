import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import type { Day } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import { printedNumber } from '#domains/fees/server/collected.exports.ts'
import { byMode, closing, type TakenRow, takenRows, writeRuns } from '../daybook.rules.ts'
import { dayOfTerm } from '../daybook.schema.ts'
import { dayBookActions } from './daybook.permissions.ts'
import { dayBookPage } from './daybook.sql.ts'

/** A payment where the page names one. */
export interface BookedPayment {
  id: number
  receiptNumber: string
  studentName: string
  sectionName: string
  amount: Paise
  mode: string
  state: string
  chequeNo: string
  collectedOn: Day
  settledByName: string | null
  deletedByName: string | null
  deleteReason: string | null
  /** The name of its term where that is not the page's. */
  otherTerm: string | null
}

/** An expense where the page names one. */
export interface BookedExpense {
  id: number
  categoryName: string
  amount: Paise
  comment: string
  paidOn: Day
  createdByName: string
  deletedByName: string | null
  /** The name of its term where that is not the page's. */
  otherTerm: string | null
}

/** What was taken or spent on the day in another term. */
export interface OtherTerm {
  termName: string
  collected: Paise
  cash: Paise
  spent: Paise
}

/** The page of a day. */
export interface DayBook {
  id: string
  day: Day
  /** What the term had collected less what it had spent before the day. */
  opening: Paise
  collected: Paise
  spent: Paise
  closing: Paise
  /** Receipts that stand: failed cheques are left out. */
  receipts: number
  /** The numbers of all receipts that are booked on the day: `GV/2026-27/1–10, 50`. */
  receiptNumbers: string
  clerks: TakenRow[]
  accounts: TakenRow[]
  all: TakenRow
  expenses: { categoryName: string; spent: Paise; expenses: number }[]
  /** Cheques the bank has not answered yet, of all days. */
  outstanding: { count: number; amount: Paise }
  toDeposit: BookedPayment[]
  settled: BookedPayment[]
  deleted: BookedPayment[]
  /** What was entered on the day for earlier days, the first of `lateCount`. */
  late: BookedPayment[]
  lateCount: number
  lateExpenses: BookedExpense[]
  lateExpenseCount: number
  deletedExpenses: BookedExpense[]
  discounts: { count: number; amount: Paise }
  otherTerms: OtherTerm[]
}

const noAccount = 'No account'

/** What came in and went out on a day of a term, in one statement and so of one moment. NOT_FOUND for a term the school does not have. */
export const viewDayBook = query({
  action: dayBookActions.view,
  input: dayOfTerm,
  run: async ({ db, read, viewer, schoolId, input: { termId, day } }): Promise<DayBook> => {
    const [[page]] = await read(dayBookPage(db, schoolId, viewer, termId, day))
    if (!page) throw new Error('A statement without a table answers one row.')
    if (!page.term) throw notFound()
    const { clerks, accounts, expenses, toDeposit, settled, deleted, late, lateExpenses, deletedExpenses } = page
    const opening = closing(0, page.before?.collected ?? 0, page.spentBefore?.spent ?? 0)
    const all = byMode(clerks)
    const spent = sumMoney(expenses.map((expense) => expense.spent))
    return {
      id: `${schoolId} ${termId} ${day}`,
      day,
      opening,
      collected: all.total,
      spent,
      closing: closing(opening, all.total, spent),
      receipts: clerks.reduce((count, part) => count + part.receipts, 0),
      receiptNumbers: writeRuns(
        page.receiptRuns.map((run) => ({
          series: `${run.receiptPrefix} ${run.receiptYear}`,
          first: run.first,
          last: run.last,
          printed: printedNumber({ ...run, receiptNo: run.first }),
        })),
      ),
      clerks: takenRows(clerks.map((part) => ({ ...part, key: part.createdBy, name: part.createdByName }))),
      accounts: takenRows(
        accounts.map((part) => ({ ...part, key: String(part.accountId ?? ''), name: part.accountName ?? noAccount })),
      ),
      all: { key: 'all', name: 'All', ...all },
      expenses,
      outstanding: page.outstanding ?? { count: 0, amount: 0 },
      toDeposit: toDeposit.map(booked),
      settled: settled.map(booked),
      deleted: deleted.map(booked),
      late: late.map(booked),
      lateCount: late[0]?.ofAll ?? 0,
      lateExpenses,
      lateExpenseCount: lateExpenses[0]?.ofAll ?? 0,
      deletedExpenses,
      discounts: page.discounts ?? { count: 0, amount: 0 },
      otherTerms: otherTerms(page),
    }
  },
})

function booked<Row extends Parameters<typeof printedNumber>[0]>(row: Row): Row & { receiptNumber: string } {
  return { ...row, receiptNumber: printedNumber(row) }
}

/** Terms that have taken or spent something, in the order of their ids. */
function otherTerms(page: {
  otherTerms: { termId: number; termName: string; collected: Paise; cash: Paise }[]
  spentInOtherTerms: { termId: number; termName: string; spent: Paise }[]
}): OtherTerm[] {
  const terms = new Map<number, OtherTerm>()
  for (const { termId, termName, collected, cash } of page.otherTerms) terms.set(termId, { termName, collected, cash, spent: 0 })
  for (const { termId, termName, spent } of page.spentInOtherTerms)
    terms.set(termId, { collected: 0, cash: 0, ...terms.get(termId), termName, spent })
  return [...terms].sort(([a], [b]) => a - b).map(([, term]) => term)
}

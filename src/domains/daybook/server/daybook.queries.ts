import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import type { Day } from '#shared/dates.ts'
import { type Paise, subtractMoney, sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { fullReference, type PaymentReference } from '#shared/paymentModes.ts'
import { formatReceiptNumber, formatRefundNumber, type ReceiptNumber } from '#domains/fees/server/collected.exports.ts'
import { sumByMode, closingBalance, type CollectedRow, collectedRows, formatReceiptRuns } from '../daybook.rules.ts'
import { dayOfTerm } from '../daybook.schema.ts'
import { dayBookActions } from './daybook.permissions.ts'
import { dayBookPage } from './daybook.sql.ts'

/** A payment listed on the page. */
export interface BookedPayment {
  id: number
  receiptNumber: string
  studentName: string
  sectionName: string
  amount: Paise
  mode: string
  state: string
  chequeNo: string
  /** All that the bank finds it by, in one line. */
  reference: string
  collectedOn: Day
  settledByName: string | null
  deletedByName: string | null
  deleteReason: string | null
  /** The name of its term where that is not the page's. */
  otherTerm: string | null
}

/** A refund listed on the page. */
export interface BookedRefund {
  id: number
  refundNumber: string
  studentName: string
  sectionName: string
  amount: Paise
  mode: string
  reference: string
  reason: string
  refundedOn: Day
  cancelledByName: string | null
  cancelReason: string | null
  /** The name of its term where that is not the page's. */
  otherTerm: string | null
}

/** An expense listed on the page. */
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

/** Money collected, given back and spent on the day in another term. */
export interface OtherTerm {
  termName: string
  collected: Paise
  refunded: Paise
  /** Cash that came in, less cash that was given back. */
  cash: Paise
  spent: Paise
}

/** The day book page of a day. */
export interface DayBook {
  id: string
  day: Day
  /** Money the term collected less what it gave back and spent before the day. */
  opening: Paise
  collected: Paise
  refunded: Paise
  spent: Paise
  closing: Paise
  /** Number of receipts without deleted ones and failed cheques. */
  receipts: number
  /** The numbers of all receipts booked on the day: `GV/2026-27/1–10, 50`. */
  receiptNumbers: string
  clerks: CollectedRow[]
  accounts: CollectedRow[]
  all: CollectedRow
  /** What was given back, by clerk and in total. */
  refundedBy: CollectedRow[]
  allRefunded: CollectedRow
  /** Refunds booked, entered or cancelled on the day. */
  refunds: BookedRefund[]
  expenses: { categoryName: string; spent: Paise; expenses: number }[]
  /** Cheques of all days that the bank has not cleared yet. */
  outstanding: { count: number; amount: Paise }
  toDeposit: BookedPayment[]
  settled: BookedPayment[]
  deleted: BookedPayment[]
  /** Payments entered on the day for earlier days; the first of `lateCount`. */
  late: BookedPayment[]
  lateCount: number
  lateExpenses: BookedExpense[]
  lateExpenseCount: number
  deletedExpenses: BookedExpense[]
  discounts: { count: number; amount: Paise }
  writeOffs: { count: number; amount: Paise }
  otherTerms: OtherTerm[]
}

/**
 * Returns the page of a day. It is read in one statement and so as of one moment. NOT_FOUND for a term the school does
 * not have.
 */
export const viewDayBook = query({
  action: dayBookActions.view,
  input: dayOfTerm,
  run: async ({ db, read, viewer, schoolId, input: { termId, day } }): Promise<DayBook> => {
    const [[page]] = await read(dayBookPage(db, schoolId, viewer, termId, day))
    if (!page) throw new Error('A statement without a table answers one row.')
    if (!page.term) throw notFound()
    const { clerks, accounts, expenses, toDeposit, settled, deleted, late, lateExpenses, deletedExpenses } = page
    const opening = closingBalance(
      0,
      page.before?.collected ?? 0,
      sumMoney([page.refundedBefore?.refunded ?? 0, page.spentBefore?.spent ?? 0]),
    )
    const all = sumByMode(clerks)
    const refundedBy = page.refundedBy.map((part) => ({
      key: part.createdBy,
      name: part.createdByName,
      mode: part.mode,
      collected: part.refunded,
    }))
    const allRefunded = sumByMode(refundedBy)
    const allName = t({ message: 'All', context: 'a row of sums' })
    const spent = sumMoney(expenses.map((expense) => expense.spent))
    return {
      id: `${schoolId} ${termId} ${day}`,
      day,
      opening,
      collected: all.total,
      refunded: allRefunded.total,
      spent,
      closing: closingBalance(opening, all.total, sumMoney([allRefunded.total, spent])),
      receipts: clerks.reduce((count, part) => count + part.receipts, 0),
      receiptNumbers: formatReceiptRuns(
        page.receiptRuns.map((run) => ({
          series: `${run.receiptPrefix} ${run.receiptYear}`,
          first: run.first,
          last: run.last,
          printed: formatReceiptNumber({ ...run, receiptNo: run.first }),
        })),
      ),
      clerks: collectedRows(clerks.map((part) => ({ ...part, key: part.createdBy, name: part.createdByName }))),
      accounts: collectedRows(
        accounts.map((part) => ({ ...part, key: String(part.accountId ?? ''), name: part.accountName ?? t`No account` })),
      ),
      all: { key: 'all', name: allName, ...all },
      refundedBy: collectedRows(refundedBy),
      allRefunded: { key: 'all', name: allName, ...allRefunded },
      refunds: page.refunds.map((row) => ({ ...row, refundNumber: formatRefundNumber(row) })),
      expenses,
      outstanding: page.outstanding ?? { count: 0, amount: 0 },
      toDeposit: toDeposit.map(toBookedPayment),
      settled: settled.map(toBookedPayment),
      deleted: deleted.map(toBookedPayment),
      late: late.map(toBookedPayment),
      lateCount: late[0]?.totalCount ?? 0,
      lateExpenses,
      lateExpenseCount: lateExpenses[0]?.totalCount ?? 0,
      deletedExpenses,
      discounts: page.discounts ?? { count: 0, amount: 0 },
      writeOffs: page.writeOffs ?? { count: 0, amount: 0 },
      otherTerms: mergeOtherTerms(page),
    }
  },
})

/** Returns a row with the texts by which people find it. */
function toBookedPayment<Row extends ReceiptNumber & ReferenceColumns>(
  row: Row,
): Row & { receiptNumber: string; reference: string } {
  return { ...row, receiptNumber: formatReceiptNumber(row), reference: fullReference(row as PaymentReference) }
}

/** The columns of a reference, as the database types them. */
type ReferenceColumns = Omit<PaymentReference, 'mode' | 'transferKind'> & { mode: string; transferKind: string | null }

/** Merges the sums of other terms, in the order of their ids. */
function mergeOtherTerms(page: {
  otherTerms: { termId: number; termName: string; collected: Paise; cash: Paise }[]
  refundedInOtherTerms: { termId: number; termName: string; refunded: Paise; cash: Paise }[]
  spentInOtherTerms: { termId: number; termName: string; spent: Paise }[]
}): OtherTerm[] {
  const terms = new Map<number, OtherTerm>()
  const termOf = (termId: number, termName: string) =>
    terms.get(termId) ?? { termName, collected: 0, refunded: 0, cash: 0, spent: 0 }
  for (const { termId, termName, collected, cash } of page.otherTerms)
    terms.set(termId, { ...termOf(termId, termName), collected, cash })
  for (const { termId, termName, refunded, cash } of page.refundedInOtherTerms) {
    const term = termOf(termId, termName)
    terms.set(termId, { ...term, refunded, cash: subtractMoney(term.cash, cash) })
  }
  for (const { termId, termName, spent } of page.spentInOtherTerms) terms.set(termId, { ...termOf(termId, termName), spent })
  return [...terms].sort(([a], [b]) => a - b).map(([, term]) => term)
}

import { pendingAddress } from '#domains/fees/web/termLists.exports.ts'
import type { FeeFigure } from '../../moneyTables.ts'

/** What a figure is of: all fees of the term, those of a month, or those of the students of a class. */
export interface FigureScope {
  /** `once` for one-time fees. */
  month?: string
  classId?: string
}

/**
 * Returns the address of the students of a term with their sums.
 * @param column the column of the list by which they are sorted, the most first
 */
export function studentMoneyAddress(column: string, { month, classId }: FigureScope = {}): string {
  const address = new URLSearchParams({ tab: 'students', sort: `-${column}` })
  if (month) address.set('f.month', month)
  if (classId) address.set('f.class', classId)
  return `/money?${address}`
}

/** Returns the address of the list with the same sum as a figure of the fees. */
export function figureAddress(figure: FeeFigure['key'], scope: FigureScope = {}): string {
  if (figure !== 'overdue' && figure !== 'pending') return studentMoneyAddress(figure, scope)
  const { month, classId } = scope
  if (month === 'once') return pendingAddress({ due: figure === 'overdue' ? 'once-overdue' : 'once' })
  // The fees of a month have one due date, so all that is pending of an overdue month is overdue.
  return pendingAddress({ due: month ?? (figure === 'overdue' ? '' : 'any'), classId })
}

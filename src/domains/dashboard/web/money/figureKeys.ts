import type { FeeFigure } from '../../moneyTables.ts'

/** The figures of a table of fees, in the order of its columns (`feeFigures`). */
export const figureKeys: readonly FeeFigure['key'][] = ['expected', 'paid', 'conceded', 'overdue', 'pending']

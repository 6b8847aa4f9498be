import { query } from '#platform/command.ts'
import { refundsView } from '../refunds.schema.ts'
import { refundActions } from './fees.permissions.ts'
import { type Refund, refundPage, refundPageSums } from './refunds.sql.ts'

/** A page of refunds, with the count of the whole list and the sum of those that are not cancelled. */
export interface RefundList {
  rows: Refund[]
  total: number
  amount: number
}

/** Lists the refunds of a term, cancelled ones included: their vouchers keep their numbers. */
export const listRefunds = query({
  action: refundActions.list,
  input: refundsView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<RefundList> => {
    const [rows, [sums]] = await read(refundPage(db, schoolId, viewer, input), refundPageSums(db, schoolId, viewer, input))
    return { rows, ...(sums ?? { total: 0, amount: 0 }) }
  },
})

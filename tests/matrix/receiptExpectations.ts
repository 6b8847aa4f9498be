import { randomUUID } from 'node:crypto'
import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const counter = [...office, 'fees'] as const satisfies readonly Who[]

/** Rights on receipts and lists of payments. */
export const receiptExpectations: Readonly<Record<string, Expectation>> = {
  receipt: {
    who: counter,
    variables: ({ extra }) => ({ input: { paymentId: extra.cheque7A } }),
    outOfClass: ({ extra }) => ({ input: { paymentId: extra.cheque8A } }),
  },
  issueReceipt: {
    who: counter,
    variables: ({ extra }) => ({ input: { paymentId: extra.cheque7A, key: randomUUID() } }),
    outOfClass: ({ extra }) => ({ input: { paymentId: extra.cheque8A, key: randomUUID() } }),
  },
  sendReceipt: {
    who: counter,
    variables: ({ extra }) => ({ input: { id: extra.cheque7A, key: randomUUID() } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.cheque8A, key: randomUUID() } }),
  },
  findReceipts: { who: counter, noRow: true, variables: () => ({ input: { number: '1' } }) },
  deletedPayments: { who: counter, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  receipts: { who: office, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  feeEntries: { who: office, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  clerks: { who: office, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
}

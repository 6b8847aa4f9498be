import { randomUUID } from 'node:crypto'
import { priceOf } from '../../src/domains/onlinefees/onlinefees.rules.ts'
import type { Who } from '../world.ts'
import { people } from '../world.ts'
import type { Expectation } from './cells.ts'

const counter = ['superadmin', 'admin', 'limitedAdmin', 'fees'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

/** Needs a guardian's token or an order's reference and no sign-in: it does not matter who asks. */
const withLink = { who: people, anybody: true } as const

/** Who may do what with online payments. An ADMIN limited to classes may nothing: an order may pay for children of several. */
export const onlineExpectations: Readonly<Record<string, Expectation>> = {
  family: { ...withLink, variables: ({ extra }) => ({ hash: extra.token }) },
  onlineOrder: { ...withLink, variables: ({ extra }) => ({ ref: extra.orderRef }) },
  giveUpOrder: { ...withLink, variables: ({ extra }) => ({ hash: extra.token, ref: extra.orderRef }) },
  createOrder: {
    ...withLink,
    variables: ({ extra, student7A }) => ({
      hash: extra.token,
      input: {
        ...{ key: randomUUID(), payable: priceOf(30_000).payable },
        students: [{ studentId: student7A, fees: [{ feeId: extra.library, version: '30000:0:0:0' }] }],
        payer: { name: 'Suresh Patil', phone: '9876543210', email: 'suresh@example.com' },
      },
    }),
  },
  onlineOrders: { who: counter, notLimited: true, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  onlineOrderEvents: { who: counter, notLimited: true, noRow: true, variables: ({ extra }) => ({ input: { id: extra.order } }) },
  onlineOrdersToSettle: { who: counter, notLimited: true, noRow: true },
  onlineFeesViewerCan: { who: counter, notLimited: true, noRow: true },
  checkOrder: { who: counter, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.order } }) },
  settleSurplus: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { key: randomUUID(), id: extra.surplus, how: 'REFUNDED', reference: 'R1' } }),
  },
  guardianLinks: { who: counter, notLimited: true, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  makeGuardianLinks: { who: counter, notLimited: true, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  openGuardianLink: { who: counter, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.link } }) },
  reissueGuardianLink: { who: counter, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.link } }) },
  revokeGuardianLink: { who: counter, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.link } }) },
}

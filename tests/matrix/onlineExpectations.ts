import { randomUUID } from 'node:crypto'
import { calculatePrice } from '#domains/onlinefees/onlinefees.rules.ts'
import { people, type TestSchool, type Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

type School = TestSchool & { extra: Extra }

const counter = ['superadmin', 'admin', 'limitedAdmin', 'fees'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

/** Needs a guardian's token or an order's reference and no sign-in. */
const withLink = { who: people, anybody: true } as const

/** Returns a token of another school that claims to be of this one. */
const inSchool = ({ id }: School, token: Extra[string] | undefined) => String(token).replace(/^[^-]+/, id.toString(36))
const signatureOf = ({ extra }: School) => String(extra.orderRef).split('.')[3]

const anOrder = (hash: Extra[string] | undefined, feeId: Extra[string] | undefined, studentId: number) => ({
  hash,
  input: {
    key: randomUUID(),
    payable: calculatePrice(30_000).payable,
    students: [{ studentId, fees: [{ feeId, version: '30000:0:0:0' }] }],
    payer: { name: 'Suresh Patil', phone: '9876543210', email: 'suresh@example.com' },
  },
})

/**
 * Rights on online payments. An ADMIN limited to classes has none, because an order can pay for children of several
 * classes.
 */
export const onlineExpectations: Readonly<Record<string, Expectation>> = {
  family: {
    ...withLink,
    variables: ({ extra }) => ({ hash: extra.token }),
    wrongLink: (own, other) => ({ hash: inSchool(own, other.extra.token) }),
  },
  onlineOrder: {
    ...withLink,
    variables: ({ extra }) => ({ ref: extra.orderRef }),
    wrongLink: (own, other) => ({ ref: `${String(own.extra.orderRef).split('.').slice(0, 3).join('.')}.${signatureOf(other)}` }),
  },
  chooseFamilyLanguage: {
    ...withLink,
    variables: ({ extra }) => ({ hash: extra.token, input: { language: 'mr' } }),
    wrongLink: (own, other) => ({ hash: inSchool(own, other.extra.token), input: { language: 'mr' } }),
  },
  giveUpOrder: {
    ...withLink,
    variables: ({ extra }) => ({ hash: extra.token, ref: extra.orderRef }),
    wrongLink: (own, other) => ({ hash: own.extra.token, ref: other.extra.orderRef }),
  },
  createOrder: {
    ...withLink,
    variables: ({ extra, student7A }) => anOrder(extra.token, extra.library, student7A),
    wrongLink: (own, other) => anOrder(own.extra.token, other.extra.library, other.student7A),
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
  markGatewayNoticeSeen: { who: office, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.notice } }) },
  guardianLinks: { who: counter, notLimited: true, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  makeGuardianLinks: { who: counter, notLimited: true, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  openGuardianLink: { who: counter, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.link } }) },
  payLinkMessage: { who: counter, notLimited: true, noRow: true, variables: ({ extra }) => ({ input: { id: extra.link } }) },
  sendPayLink: {
    who: counter,
    notLimited: true,
    variables: ({ extra }) => ({ input: { key: randomUUID(), id: extra.link, channel: 'SMS' } }),
  },
  feeRemindersPreview: { who: counter, notLimited: true, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  sendFeeReminders: {
    who: counter,
    notLimited: true,
    noRow: true,
    variables: ({ termId, extra }) => ({ input: { termId, key: randomUUID(), token: extra.reminders } }),
  },
  reissueGuardianLink: { who: counter, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.link } }) },
  revokeGuardianLink: { who: counter, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.link } }) },
}

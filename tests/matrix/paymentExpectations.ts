import { randomUUID } from 'node:crypto'
import { schoolDay } from '#shared/dates.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const counter = ['superadmin', 'admin', 'limitedAdmin', 'fees'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

type School = TestSchool & { extra: Extra }

/** Variables of the fee counter for one of the two students, each with a clearing cheque and a discount. */
const asks = (
  make: (school: School, studentId: number, extra: (name: string) => number | string | undefined) => Record<string, unknown>,
): Pick<Expectation, 'variables' | 'outOfClass'> => ({
  variables: (school) => make(school, school.student7A, (name) => school.extra[`${name}7A`]),
  outOfClass: (school) => make(school, school.student8A, (name) => school.extra[`${name}8A`]),
})

const account = (school: School, studentId: number) => ({ termId: school.termId, studentId })
const onLibrary = (school: School) => [{ feeId: school.extra.library, version: '30000:0:0:0' }]

/** The fee that is overdue, as the counter shows it: with its late fee. */
const onLate = (school: School) => [{ feeId: school.extra.late, version: '20000:0:0:0:5000' }]

const today = schoolDay(new Date())
const noNotes = { n500: 0, n200: 0, n100: 0, n50: 0, n20: 0, n10: 0, n5: 0, n2: 0, n1: 0 }

/** Rights at the fee counter. */
export const paymentExpectations: Readonly<Record<string, Expectation>> = {
  feeAccount: { who: counter, ...asks((school, studentId) => ({ input: account(school, studentId) })) },
  counterDay: { who: counter, noRow: true },
  cashierDay: { who: counter, noRow: true, variables: () => ({ input: {} }) },
  // A day without money: each viewer closes the own empty drawer.
  closeDay: {
    who: counter,
    noRow: true,
    variables: () => ({
      input: {
        key: randomUUID(),
        day: '2026-06-01',
        version: '0:0:0:0',
        notes: noNotes,
        deposit: noNotes,
        bankAccountId: null,
        reason: '',
      },
    }),
  },
  dayClosing: { who: counter, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.closing } }) },
  reopenDay: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { key: randomUUID(), id: extra.closing, reason: 'counted again' } }),
  },
  cashiers: { who: office, notLimited: true, noRow: true, variables: () => ({ input: { day: today } }) },
  openDays: { who: office, notLimited: true, noRow: true },
  ownReceipts: { who: counter, noRow: true, variables: () => ({ input: {} }) },
  chequesToClear: { who: counter, noRow: true, variables: () => ({ input: {} }) },
  receiptCorrectors: { who: counter, noRow: true },
  paymentPreview: {
    who: counter,
    ...asks((school, studentId) => ({
      input: { ...account(school, studentId), fees: onLibrary(school), amount: 100, kind: 'PAYMENT' },
    })),
  },
  collectPayment: {
    who: counter,
    ...asks((school, studentId) => ({
      input: {
        ...account(school, studentId),
        key: randomUUID(),
        fees: onLibrary(school),
        amount: 100,
        mode: 'CASH',
        collectedOn: schoolDay(new Date()),
      },
    })),
  },
  giveDiscount: {
    who: counter,
    ...asks((school, studentId) => ({
      input: { ...account(school, studentId), key: randomUUID(), fees: onLibrary(school), amount: 100, comment: 'sister' },
    })),
  },
  deleteDiscounts: {
    who: counter,
    ...asks((school, studentId, extra) => ({
      input: { ...account(school, studentId), key: randomUUID(), ids: [extra('discount')], reason: 'a mistake' },
    })),
  },
  writeOff: {
    who: office,
    ...asks((school, studentId) => ({
      input: { ...account(school, studentId), key: randomUUID(), fees: onLibrary(school), amount: 100, comment: 'left the town' },
    })),
  },
  deleteWriteOffs: {
    who: office,
    ...asks((school, studentId, extra) => ({
      input: { ...account(school, studentId), key: randomUUID(), ids: [extra('writeOff')], reason: 'a mistake' },
    })),
  },
  waiveLateFee: {
    who: counter,
    ...asks((school, studentId) => ({
      input: { ...account(school, studentId), key: randomUUID(), fees: onLate(school), amount: 100, comment: 'was ill' },
    })),
  },
  undoWaivers: {
    who: counter,
    ...asks((school, studentId, extra) => ({
      input: { ...account(school, studentId), key: randomUUID(), ids: [extra('waiver')], reason: 'a mistake' },
    })),
  },
  settleCheque: {
    who: counter,
    ...asks((_, __, extra) => ({ input: { key: randomUUID(), id: extra('cheque'), outcome: 'CLEARED' } })),
  },
  deletePayment: {
    who: office,
    ...asks((_, __, extra) => ({ input: { key: randomUUID(), id: extra('cheque'), reason: 'entered twice' } })),
  },
  movePayment: {
    who: office,
    ...asks((school, _, extra) => ({
      input: {
        key: randomUUID(),
        id: extra('cheque'),
        studentId: school.extra.rightStudent,
        fees: onLibrary(school),
        reason: 'a namesake',
      },
    })),
  },
  giveBack: {
    who: office,
    ...asks((school, studentId, extra) => ({
      input: {
        ...account(school, studentId),
        key: randomUUID(),
        fees: [{ feeId: school.extra.tuitionMay, version: extra('mayVersion') }],
        amount: 100,
        mode: 'CASH',
        reason: 'left the school',
        refundedOn: schoolDay(new Date()),
        askAgain: false,
      },
    })),
  },
  cancelRefund: {
    who: office,
    ...asks((_, __, extra) => ({ input: { key: randomUUID(), id: extra('refund'), reason: 'entered twice' } })),
  },
  refunds: { who: counter, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  voucher: { who: counter, ...asks((_, __, extra) => ({ input: { refundId: extra('refund') } })) },
  issueVoucher: { who: counter, ...asks((_, __, extra) => ({ input: { refundId: extra('refund'), key: randomUUID() } })) },
}

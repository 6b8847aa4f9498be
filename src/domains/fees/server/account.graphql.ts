import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import { StudentHeadType } from '#domains/students/server/studentHead.exports.ts'
import type { PaymentMode } from '#shared/paymentModes.ts'
import type { LineStatus } from '../account.rules.ts'
import type { Month } from '../months.ts'
import { dueStateInput, feeAccountKey, feeState } from '../payments.schema.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import type { UpiPayee } from '../upi.rules.ts'
import {
  type AccountLine,
  type FeeAccount,
  type PreviousDues,
  type StudentFee,
  type CounterDay,
  viewCounterDay,
  viewFeeAccount,
} from './account.queries.ts'
import type { Payer } from './account.sql.ts'
import { ConcessionType, DiscountRequestType } from './concessions.graphql.ts'
import { concessionActions } from './concessions.permissions.ts'
import { paymentActions, refundActions } from './fees.permissions.ts'
import { RefundType } from './refundTypes.graphql.ts'
import type { UndecidedOrder } from './undecidedOrders.sql.ts'
import { AccountPaymentType, LineStatusType, MonthType, PaymentModeType } from './paymentTypes.graphql.ts'

const DueStateType = enumType('DueState', dueStateInput)
const FeeStateType = enumType('FeeState', feeState)

const AccountLineType = builder.objectRef<AccountLine>('CollectedLine').implement({
  description:
    'A collected line of a student: a part of a payment or of a refund, a discount, a part of a concession, a write-off, or a late fee.',
  fields: (t) => ({
    id: t.exposeID('id'),
    feeId: t.exposeID('feeId'),
    feeName: t.exposeString('feeName'),
    month: t.field({ type: MonthType, nullable: true, resolve: (line) => line.month as Month | null }),
    amount: t.expose('amount', { type: 'Paise' }),
    waived: t.expose('waived', { type: 'Paise', nullable: true, description: 'The late fee that is not asked for.' }),
    status: t.field({ type: LineStatusType, resolve: (line) => line.status as LineStatus }),
    paymentId: t.exposeID('paymentId', { nullable: true }),
    refundId: t.exposeID('refundId', { nullable: true }),
    mode: t.field({ type: PaymentModeType, nullable: true, resolve: (line) => line.mode as PaymentMode | null }),
    chequeNo: t.string({ resolve: (line) => line.chequeNo ?? '' }),
    txnId: t.string({ resolve: (line) => line.txnId ?? '' }),
    receiptNumber: t.string({
      nullable: true,
      resolve: ({ receiptPrefix, receiptYear, receiptNo }) =>
        receiptPrefix === null || receiptYear === null || receiptNo === null
          ? null
          : formatReceiptNumber({ receiptPrefix, receiptYear, receiptNo }),
    }),
    collectedOn: t.exposeString('collectedOn'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    collectedBy: t.exposeString('createdByName'),
    comment: t.exposeString('comment'),
    concessionName: t.exposeString('concessionName', {
      nullable: true,
      description: 'The kind of concession that the line is of.',
    }),
  }),
})

export const StudentFeeType = builder.objectRef<StudentFee>('StudentFee').implement({
  description: 'One fee of a student, with what is paid and what is due.',
  fields: (t) => ({
    feeId: t.exposeID('id'),
    name: t.exposeString('name'),
    month: t.field({ type: MonthType, nullable: true, resolve: (fee) => fee.month as Month | null }),
    slug: t.exposeString('slug'),
    categoryName: t.exposeString('categoryName'),
    amount: t.expose('amount', { type: 'Paise' }),
    fixedAmount: t.exposeBoolean('fixedAmount'),
    collected: t.expose('collected', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
    discount: t.expose('discount', { type: 'Paise' }),
    concession: t.expose('concession', { type: 'Paise' }),
    writtenOff: t.expose('writtenOff', { type: 'Paise' }),
    lateFee: t.expose('lateFee', { type: 'Paise', description: 'The late fee in what was collected or clears.' }),
    lateFeeDue: t.expose('lateFeeDue', {
      type: 'Paise',
      description: 'The late fee that a payment of today has on top; not in pending.',
    }),
    pending: t.expose('pending', { type: 'Paise' }),
    dueOn: t.exposeString('dueOn', { description: 'The day by which it is to be paid.' }),
    due: t.field({ type: DueStateType, resolve: (fee) => fee.due }),
    state: t.field({ type: FeeStateType, resolve: (fee) => fee.state }),
    version: t.exposeString('version', { description: 'Send it back with a payment or discount on the fee.' }),
    lines: t.field({ type: [AccountLineType], resolve: (fee) => fee.lines }),
  }),
})

const PreviousDuesType = builder.objectRef<PreviousDues>('PreviousDues').implement({
  description: 'What a student has not paid of an earlier term.',
  fields: (t) => ({
    termId: t.exposeID('termId'),
    termName: t.exposeString('termName'),
    fees: t.field({ type: [StudentFeeType], resolve: (dues) => dues.fees }),
    pending: t.expose('pending', { type: 'Paise' }),
  }),
})

export const PayerType = builder.objectRef<Payer>('Payer').implement({
  description: 'A student, as the counter shows one.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    head: t.field({ type: StudentHeadType, resolve: (payer) => payer }),
    phone: t.exposeString('phone'),
    registerNo: t.exposeString('registerNo'),
    roll: t.exposeString('roll'),
    sectionName: t.exposeString('sectionName', { description: 'Class and section, such as 7-B.' }),
    disabled: t.exposeBoolean('disabled'),
  }),
})

const SiblingType = builder.objectRef<Payer & { pending: number }>('Sibling').implement({
  description: 'Another student of the term with the same phone.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName'),
    pending: t.expose('pending', { type: 'Paise' }),
  }),
})

const UndecidedOrderType = builder.objectRef<UndecidedOrder>('UndecidedOrder').implement({
  description: 'An online payment that the gateway has not decided about. Its fees may be paid twice.',
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    payable: t.expose('payable', { type: 'Paise' }),
    payerName: t.exposeString('payerName'),
    feeIds: t.field({ type: ['ID'], description: "The student's fees in it.", resolve: (order) => order.feeIds }),
  }),
})

const TotalType = builder.objectRef<FeeAccount['total']>('FeeTotal').implement({
  fields: (t) => ({
    collected: t.expose('collected', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
    discount: t.expose('discount', { type: 'Paise' }),
    concession: t.expose('concession', { type: 'Paise' }),
    writtenOff: t.expose('writtenOff', { type: 'Paise' }),
    lateFee: t.expose('lateFee', { type: 'Paise' }),
    pending: t.expose('pending', { type: 'Paise' }),
  }),
})

const UpiPayeeType = builder.objectRef<UpiPayee>('UpiPayee').implement({
  description: 'Where the school is paid by UPI at the counter.',
  fields: (t) => ({ address: t.exposeString('address'), name: t.exposeString('name') }),
})

const accountCan = viewerCan<
  FeeAccount,
  | 'collect'
  | 'giveDiscount'
  | 'deleteDiscounts'
  | 'writeOff'
  | 'deleteWriteOffs'
  | 'waiveLateFee'
  | 'undoWaivers'
  | 'settleCheque'
  | 'giveBack'
  | 'giveConcession'
>('FeeAccount', {
  collect: paymentActions.collect,
  giveDiscount: paymentActions.giveDiscount,
  deleteDiscounts: paymentActions.deleteDiscounts,
  writeOff: paymentActions.writeOff,
  deleteWriteOffs: paymentActions.deleteWriteOffs,
  waiveLateFee: paymentActions.waiveLateFee,
  undoWaivers: paymentActions.undoWaivers,
  settleCheque: paymentActions.settleCheque,
  giveBack: refundActions.give,
  giveConcession: concessionActions.give,
})

export const FeeAccountType = builder.objectRef<FeeAccount>('FeeAccount').implement({
  description: "A student's fees, payments and discounts of one term.",
  fields: (t) => ({
    id: t.id({ resolve: ({ student }) => `${student.termId}-${student.id}` }),
    student: t.field({ type: PayerType, resolve: (account) => account.student }),
    fees: t.field({ type: [StudentFeeType], resolve: (account) => account.fees }),
    previousDues: t.field({
      type: [PreviousDuesType],
      description: 'What is unpaid of earlier terms, oldest first; in none of the sums.',
      resolve: (account) => account.previousDues,
    }),
    payments: t.field({ type: [AccountPaymentType], resolve: (account) => account.payments }),
    discounts: t.field({ type: [AccountLineType], resolve: (account) => account.discounts }),
    writeOffs: t.field({ type: [AccountLineType], resolve: (account) => account.writeOffs }),
    waivers: t.field({
      type: [AccountLineType],
      description: 'Late fees that are not asked for.',
      resolve: (account) => account.waivers,
    }),
    refunds: t.field({
      type: [RefundType],
      description: 'Money given back, newest first; cancelled refunds are among it.',
      resolve: (account) => account.refunds,
    }),
    concessions: t.field({ type: [ConcessionType], resolve: (account) => account.concessions }),
    discountRequests: t.field({
      type: [DiscountRequestType],
      description: 'Discounts that wait for an ADMIN, and those that were refused in the last days.',
      resolve: (account) => account.discountRequests,
    }),
    siblings: t.field({ type: [SiblingType], resolve: (account) => account.siblings }),
    undecidedOrders: t.field({
      type: [UndecidedOrderType],
      description: 'Online payments for fees of the student that the gateway has not decided about.',
      resolve: (account) => account.undecidedOrders,
    }),
    total: t.field({ type: TotalType, resolve: (account) => account.total }),
    upi: t.field({ type: UpiPayeeType, nullable: true, resolve: (account) => account.upi }),
    discountLimit: t.exposeString('discountLimit', {
      nullable: true,
      description: 'How much is discounted and waived in the term, and how much the viewer may without an ADMIN; null: no limit.',
    }),
    viewerCan: t.field({ type: accountCan.type, resolve: accountCan.resolve }),
  }),
})

export const CounterDayType = builder.objectRef<CounterDay>('CounterDay').implement({
  description: 'Sums of what the counter took on one day, of every term.',
  fields: (t) => ({
    id: t.exposeID('id'),
    day: t.exposeString('day'),
    collected: t.expose('collected', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
    receipts: t.exposeInt('receipts'),
    closed: t.exposeBoolean('closed', { description: 'The viewer has closed the day, and takes no more money on it.' }),
    openDay: t.exposeString('openDay', {
      nullable: true,
      description: 'The first earlier day that the viewer has money on and has not closed.',
    }),
  }),
})

builder.objectFields(StudentOverviewType, (t) => ({
  fees: t.field({ type: FeeAccountType, nullable: true, ...partOfOverview(viewFeeAccount) }),
}))

builder.queryFields((t) => ({
  feeAccount: commandField(t, viewFeeAccount, { type: FeeAccountType, input: inputType('FeeAccountOf', feeAccountKey) }),
  counterDay: commandField(t, viewCounterDay, { type: CounterDayType }),
}))

import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import { StudentHeadType } from '#domains/students/server/studentHead.exports.ts'
import { fullReference, type PaymentMode, type TransferKind } from '#shared/paymentModes.ts'
import type { LineStatus } from '../account.rules.ts'
import type { Month } from '../months.ts'
import { month } from '../months.schema.ts'
import {
  collectInput,
  deleteDiscountsInput,
  deleteWriteOffsInput,
  deletePaymentInput,
  discountInput,
  dueStateInput,
  feeAccountKey,
  feeState,
  lineStatus,
  paymentMode,
  type PaymentState,
  paymentState,
  previewInput,
  settleChequeInput,
  transferKind,
  undoWaiversInput,
  waiveLateFeeInput,
  writeOffInput,
} from '../payments.schema.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { movePaymentInput } from '../refunds.schema.ts'
import type { UpiPayee } from '../upi.rules.ts'
import {
  type AccountLine,
  type FeeAccount,
  type PreviousDues,
  type StudentFee,
  viewCounterDay,
  viewFeeAccount,
} from './account.queries.ts'
import type { Payer } from './account.sql.ts'
import { settleCheque } from './cheques.commands.ts'
import { ConcessionType, DiscountRequestType } from './concessions.graphql.ts'
import { concessionActions } from './concessions.permissions.ts'
import { deleteDiscounts, deleteWriteOffs, giveDiscount, writeOff } from './discounts.commands.ts'
import { paymentActions, refundActions } from './fees.permissions.ts'
import { undoWaivers, waiveLateFee } from './lateFees.commands.ts'
import { movePayment } from './movePayment.commands.ts'
import { collectPayment, deletePayment, type Preview, type PreviewLine, previewPayment } from './payments.commands.ts'
import type { Payment, PaymentLine } from './payments.sql.ts'
import { RefundType } from './refundTypes.graphql.ts'

export const MonthType = enumType('Month', month)
export const PaymentModeType = enumType('PaymentMode', paymentMode)
export const PaymentStateType = enumType('PaymentState', paymentState)
export const TransferKindType = enumType('TransferKind', transferKind)
const DueStateType = enumType('DueState', dueStateInput)
const LineStatusType = enumType('LineStatus', lineStatus)
const FeeStateType = enumType('FeeState', feeState)

const PaymentLineType = builder.objectRef<PaymentLine>('PaymentLine').implement({
  description: 'The part of a payment on one fee, as its receipt prints it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    feeId: t.exposeID('feeId'),
    feeName: t.exposeString('feeName'),
    month: t.field({ type: MonthType, nullable: true, resolve: (line) => line.month as Month | null }),
    amount: t.expose('amount', { type: 'Paise' }),
    lateFee: t.expose('lateFee', { type: 'Paise', description: "The part of it that paid the fee's late fee." }),
    status: t.field({ type: LineStatusType, resolve: (line) => line.status as LineStatus }),
    earlierTerm: t.exposeString('earlierTerm', {
      nullable: true,
      description: "Name of the fee's term, if that is before the payment's.",
    }),
  }),
})

const paymentCan = viewerCan<Payment, 'delete' | 'move' | 'settleCheque'>('Payment', {
  delete: paymentActions.delete,
  move: paymentActions.move,
  settleCheque: paymentActions.settleCheque,
})

export const PaymentType = builder.objectRef<Payment>('Payment').implement({
  description: 'A payment with one receipt. A deleted payment keeps its receipt number.',
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    studentId: t.exposeID('studentId'),
    receiptNumber: t.string({ resolve: formatReceiptNumber }),
    amount: t.expose('amount', { type: 'Paise' }),
    mode: t.field({ type: PaymentModeType, resolve: (payment) => payment.mode as PaymentMode }),
    state: t.field({ type: PaymentStateType, resolve: (payment) => payment.state as PaymentState }),
    chequeNo: t.exposeString('chequeNo'),
    txnId: t.exposeString('txnId'),
    onlineRef: t.exposeString('onlineRef', { nullable: true, description: "The gateway's reference of money that came online." }),
    upiRef: t.exposeString('upiRef', {
      nullable: true,
      description: 'The reference in the QR code that the parent was shown. The bank may not have it.',
    }),
    transferKind: t.field({
      type: TransferKindType,
      nullable: true,
      resolve: (payment) => payment.transferKind as TransferKind | null,
    }),
    cardLast4: t.exposeString('cardLast4', { nullable: true, description: 'The last four digits of the card.' }),
    bankName: t.exposeString('bankName', { description: 'The bank of a cheque or demand draft; empty where it was not given.' }),
    instrumentOn: t.exposeString('instrumentOn', { nullable: true, description: 'The date on a cheque or demand draft.' }),
    reference: t.string({
      description: 'All that the bank finds the payment by, in one line: `NEFT SBIN526329874512`. Empty for cash.',
      resolve: (payment) => fullReference(payment as Payment & { mode: PaymentMode; transferKind: TransferKind | null }),
    }),
    collectedOn: t.exposeString('collectedOn', { description: 'The day the payment is booked on.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the payment was entered.' }),
    createdByName: t.exposeString('createdByName'),
    studentName: t.exposeString('studentName', {
      description: 'The name on the receipt; this and the next fields are as of the payment.',
    }),
    sectionName: t.exposeString('sectionName'),
    roll: t.exposeString('roll'),
    registerNo: t.exposeString('registerNo'),
    settledOn: t.exposeString('settledOn', {
      nullable: true,
      description: 'Day on which the bank cleared or returned the cheque or demand draft.',
    }),
    settledByName: t.exposeString('settledByName', { nullable: true }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
    deletedByName: t.exposeString('deletedByName', { nullable: true }),
    deleteReason: t.exposeString('deleteReason', { nullable: true }),
    refundRef: t.exposeString('refundRef', { nullable: true }),
    insteadOf: t.string({
      nullable: true,
      description: 'The receipt of another student in whose place this one stands, because the money was moved.',
      resolve: ({ insteadOf }) => insteadOf && formatReceiptNumber(insteadOf),
    }),
    lines: t.field({ type: [PaymentLineType], resolve: (payment) => payment.lines }),
    viewerCan: t.field({ type: paymentCan.type, resolve: paymentCan.resolve }),
  }),
})

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

const StudentFeeType = builder.objectRef<StudentFee>('StudentFee').implement({
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

const FeeAccountType = builder.objectRef<FeeAccount>('FeeAccount').implement({
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
    payments: t.field({ type: [PaymentType], resolve: (account) => account.payments }),
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
    total: t.field({ type: TotalType, resolve: (account) => account.total }),
    upi: t.field({ type: UpiPayeeType, nullable: true, resolve: (account) => account.upi }),
    viewerCan: t.field({ type: accountCan.type, resolve: accountCan.resolve }),
  }),
})

interface CounterDay {
  id: string
  day: string
  collected: number
  clearing: number
  receipts: number
  closed: boolean
  openDay: string | null
}

const CounterDayType = builder.objectRef<CounterDay>('CounterDay').implement({
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

const PreviewLineType = builder.objectRef<PreviewLine>('PaymentPreviewLine').implement({
  fields: (t) => ({
    feeId: t.exposeID('feeId'),
    feeName: t.exposeString('feeName'),
    month: t.field({ type: MonthType, nullable: true, resolve: (line) => line.month as Month | null }),
    categoryName: t.exposeString('categoryName'),
    termName: t.exposeString('termName'),
    amount: t.expose('amount', { type: 'Paise' }),
    lateFee: t.expose('lateFee', { type: 'Paise', description: "The part of it that pays the fee's late fee." }),
    pending: t.expose('pending', { type: 'Paise', description: 'What is left to pay on the fee, with its late fee.' }),
  }),
})

const UsedTransactionType = builder.objectRef<Preview['usedBy'][number]>('UsedTransaction').implement({
  description: 'A receipt with the same transaction ID.',
  fields: (t) => ({
    receiptNumber: t.string({ resolve: formatReceiptNumber }),
    studentName: t.exposeString('studentName'),
    collectedOn: t.exposeString('collectedOn'),
  }),
})

const PreviewType = builder.objectRef<Preview>('PaymentPreview').implement({
  description: 'How an amount would be split; nothing is stored.',
  fields: (t) => ({
    lines: t.field({ type: [PreviewLineType], resolve: (preview) => preview.lines }),
    usedBy: t.field({ type: [UsedTransactionType], resolve: (preview) => preview.usedBy }),
  }),
})

/** The result of a change at the counter: the payment, if any, and the account and day afterwards. */
interface AccountChange {
  schoolId: number
  termId: number
  studentId: number
  payment: Payment | null
  /** Whether nothing was stored but a request that waits for an ADMIN. */
  waitsForApproval: boolean
}

export const AccountChangeType = builder.objectRef<AccountChange>('FeeAccountChange').implement({
  description: 'The result of a change at the counter, with the account and the day afterwards.',
  fields: (t) => ({
    payment: t.field({ type: PaymentType, nullable: true, resolve: (changed) => changed.payment }),
    waitsForApproval: t.exposeBoolean('waitsForApproval', {
      description: 'Whether a discount is above the limit of the school and waits for an ADMIN.',
    }),
    account: t.field({
      type: FeeAccountType,
      resolve: ({ schoolId, termId, studentId }, _, call) => viewFeeAccount(call, schoolId, { termId, studentId }),
    }),
    day: t.field({
      type: CounterDayType,
      resolve: ({ schoolId }, _, call) => viewCounterDay(call, schoolId, {}),
    }),
  }),
})

const changeByPayment = (payment: Payment): AccountChange => ({ ...payment, payment, waitsForApproval: false })
const changeByPayer = (payer: Payer): AccountChange => ({
  ...payer,
  studentId: payer.id,
  payment: null,
  waitsForApproval: false,
})

builder.objectFields(StudentOverviewType, (t) => ({
  fees: t.field({ type: FeeAccountType, nullable: true, resolve: partOfOverview(viewFeeAccount) }),
}))

builder.queryFields((t) => ({
  feeAccount: commandField(t, viewFeeAccount, { type: FeeAccountType, input: inputType('FeeAccountOf', feeAccountKey) }),
  counterDay: commandField(t, viewCounterDay, { type: CounterDayType }),
  paymentPreview: commandField(t, previewPayment, { type: PreviewType, input: inputType('PaymentPreviewInput', previewInput) }),
}))

builder.mutationFields((t) => ({
  collectPayment: t.field({
    type: AccountChangeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('CollectPaymentInput', collectInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayment(await collectPayment(call, schoolId, input)),
  }),
  settleCheque: t.field({
    type: AccountChangeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('SettleChequeInput', settleChequeInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayment(await settleCheque(call, schoolId, input)),
  }),
  giveDiscount: t.field({
    type: AccountChangeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('GiveDiscountInput', discountInput) }) },
    description: 'Gives a discount. Above the limit of the school a FEES user asks an ADMIN for it instead.',
    resolve: async (_, { schoolId, input }, call) => {
      const { payer, waits } = await giveDiscount(call, schoolId, input)
      return { ...changeByPayer(payer), waitsForApproval: waits }
    },
  }),
  deleteDiscounts: t.field({
    type: AccountChangeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DeleteDiscountsInput', deleteDiscountsInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayer(await deleteDiscounts(call, schoolId, input)),
  }),
  writeOff: t.field({
    type: AccountChangeType,
    description: 'Gives up a due, or a part of it, with a reason.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('WriteOffInput', writeOffInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayer(await writeOff(call, schoolId, input)),
  }),
  deleteWriteOffs: t.field({
    type: AccountChangeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DeleteWriteOffsInput', deleteWriteOffsInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayer(await deleteWriteOffs(call, schoolId, input)),
  }),
  waiveLateFee: t.field({
    type: AccountChangeType,
    description: 'Does not ask for late fees, or a part of them, with a reason.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('WaiveLateFeeInput', waiveLateFeeInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayer(await waiveLateFee(call, schoolId, input)),
  }),
  undoWaivers: t.field({
    type: AccountChangeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('UndoWaiversInput', undoWaiversInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayer(await undoWaivers(call, schoolId, input)),
  }),
  deletePayment: t.field({
    type: AccountChangeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DeletePaymentInput', deletePaymentInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayment(await deletePayment(call, schoolId, input)),
  }),
  movePayment: t.field({
    type: AccountChangeType,
    description: 'Moves a payment that was taken for the wrong student to the right one, on a new receipt.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MovePaymentInput', movePaymentInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByPayment(await movePayment(call, schoolId, input)),
  }),
}))

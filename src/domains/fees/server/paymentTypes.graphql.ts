import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { enumType } from '#platform/graphql/inputType.ts'
import { fullReference, type PaymentMode, type TransferKind } from '#shared/paymentModes.ts'
import type { LineStatus } from '../account.rules.ts'
import type { Month } from '../months.ts'
import { month } from '../months.schema.ts'
import { lineStatus, paymentMode, type PaymentState, paymentState, transferKind } from '../payments.schema.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { paymentActions } from './fees.permissions.ts'
import type { Entry, EntryLine, Payment, PaymentLine, PaymentRow } from './payments.sql.ts'

export const MonthType = enumType('Month', month)
export const PaymentModeType = enumType('PaymentMode', paymentMode)
export const PaymentStateType = enumType('PaymentState', paymentState)
export const TransferKindType = enumType('TransferKind', transferKind)
export const LineStatusType = enumType('LineStatus', lineStatus)

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

const paymentCan = viewerCan<PaymentRow, 'delete' | 'move' | 'settleCheque'>('Payment', {
  delete: paymentActions.delete,
  move: paymentActions.move,
  settleCheque: paymentActions.settleCheque,
})

const paymentFacts = builder.interfaceRef<PaymentRow>('PaymentFacts').implement({
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
      resolve: (payment) => fullReference(payment as PaymentRow & { mode: PaymentMode; transferKind: TransferKind | null }),
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
    viewerCan: t.field({ type: paymentCan.type, resolve: paymentCan.resolve }),
  }),
})

export const PaymentType = builder.objectRef<Payment>('Payment').implement({
  description: 'A payment with the fees that it is on.',
  interfaces: [paymentFacts],
  fields: (t) => ({
    insteadOf: t.string({
      nullable: true,
      description: 'The receipt of another student in whose place this one stands, because the money was moved.',
      resolve: ({ insteadOf }) => insteadOf && formatReceiptNumber(insteadOf),
    }),
    lines: t.field({ type: [PaymentLineType], resolve: (payment) => payment.lines }),
  }),
})

const EntryLineType = builder.objectRef<EntryLine>('EntryLine').implement({
  description: 'A fee that a payment of a list is on.',
  fields: (t) => ({
    id: t.exposeID('id'),
    feeName: t.exposeString('feeName'),
    month: t.field({ type: MonthType, nullable: true, resolve: (line) => line.month as Month | null }),
  }),
})

export const EntryType = builder.objectRef<Entry>('Entry').implement({
  description: 'A payment of a list.',
  interfaces: [paymentFacts],
  fields: (t) => ({
    lines: t.field({ type: [EntryLineType], resolve: (payment) => payment.lines }),
  }),
})

export const AccountPaymentType = builder.objectRef<PaymentRow>('AccountPayment').implement({
  description: 'A payment of a fee account, whose fees have the lines.',
  interfaces: [paymentFacts],
})

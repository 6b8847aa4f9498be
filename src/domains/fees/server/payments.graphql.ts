import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { declaredWork } from '#platform/graphql/work.ts'
import type { Month } from '../months.ts'
import {
  collectInput,
  deleteDiscountsInput,
  deleteWriteOffsInput,
  deletePaymentInput,
  discountInput,
  previewInput,
  settleChequeInput,
  undoWaiversInput,
  waiveLateFeeInput,
  writeOffInput,
} from '../payments.schema.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { movePaymentInput } from '../refunds.schema.ts'
import { viewCounterDay, viewFeeAccount } from './account.queries.ts'
import type { Payer } from './account.sql.ts'
import { settleCheque } from './cheques.commands.ts'
import { deleteDiscounts, deleteWriteOffs, giveDiscount, writeOff } from './discounts.commands.ts'
import { undoWaivers, waiveLateFee } from './lateFees.commands.ts'
import { movePayment } from './movePayment.commands.ts'
import { collectPayment, deletePayment, type Preview, type PreviewLine, previewPayment } from './payments.commands.ts'
import type { Payment } from './payments.sql.ts'
import { CounterDayType, FeeAccountType } from './account.graphql.ts'
import { MonthType, PaymentType } from './paymentTypes.graphql.ts'

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
  /** Why it waits. */
  discountLimit?: string | null
}

export const AccountChangeType = builder.objectRef<AccountChange>('FeeAccountChange').implement({
  description: 'The result of a change at the counter, with the account and the day afterwards.',
  fields: (t) => ({
    payment: t.field({ type: PaymentType, nullable: true, resolve: (changed) => changed.payment }),
    waitsForApproval: t.exposeBoolean('waitsForApproval', {
      description: 'Whether a discount is above the limit of the school and waits for an ADMIN.',
    }),
    discountLimit: t.string({
      nullable: true,
      description: 'Of a discount that waits: how much is discounted and waived in the term, and the limit.',
      resolve: (changed) => changed.discountLimit ?? null,
    }),
    account: t.field({
      type: FeeAccountType,
      extensions: declaredWork(3),
      resolve: ({ schoolId, termId, studentId }, _, call) => viewFeeAccount(call, schoolId, { termId, studentId }),
    }),
    day: t.field({
      type: CounterDayType,
      extensions: declaredWork(3),
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

builder.queryFields((t) => ({
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
      const { payer, waits, limit } = await giveDiscount(call, schoolId, input)
      return { ...changeByPayer(payer), waitsForApproval: waits, discountLimit: limit }
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

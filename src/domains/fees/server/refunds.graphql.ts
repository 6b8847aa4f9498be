import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { receiptLanguages } from '#shared/receiptLanguages.schema.ts'
import { cancelRefundInput, refundInput, refundsView, voucherChoice, voucherIssue } from '../refunds.schema.ts'
import type { Voucher } from '../refundSheet.ts'
import { AccountChangeType } from './payments.graphql.ts'
import { ReceiptSchoolType } from './receipts.graphql.ts'
import { listRefunds, type RefundList } from './refunds.queries.ts'
import { cancelRefund, giveBack } from './refunds.commands.ts'
import type { Refund } from './refunds.sql.ts'
import { RefundLineType, RefundModeType, RefundType } from './refundTypes.graphql.ts'
import { issueVoucher, viewVoucher } from './vouchers.commands.ts'

const CancellationType = builder.objectRef<NonNullable<Voucher['cancelled']>>('VoucherCancellation').implement({
  fields: (t) => ({
    at: t.exposeString('at'),
    byName: t.exposeString('byName'),
    reason: t.exposeString('reason'),
  }),
})

const VoucherType = builder.objectRef<Voucher>('Voucher').implement({
  description: 'The contents of a refund voucher.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The refund's id." }),
    refundNumber: t.exposeString('refundNumber'),
    school: t.field({ type: ReceiptSchoolType, resolve: (voucher) => voucher.school }),
    termName: t.exposeString('termName'),
    refundedOn: t.exposeString('refundedOn'),
    createdAt: t.exposeString('createdAt'),
    createdByName: t.exposeString('createdByName'),
    studentName: t.exposeString('studentName'),
    sectionName: t.exposeString('sectionName'),
    roll: t.exposeString('roll'),
    registerNo: t.exposeString('registerNo'),
    lines: t.field({ type: [RefundLineType], resolve: (voucher) => [...voucher.lines] }),
    amount: t.expose('amount', { type: 'Paise' }),
    languages: t.field({
      type: enumType('ReceiptLanguages', receiptLanguages),
      description: 'The languages of its labels.',
      resolve: (voucher) => voucher.languages,
    }),
    amountInWords: t.exposeString('amountInWords', { description: 'A line for each of its languages.' }),
    mode: t.field({ type: RefundModeType, resolve: (voucher) => voucher.mode }),
    reference: t.exposeString('reference'),
    reason: t.exposeString('reason'),
    writtenOff: t.exposeBoolean('writtenOff', { description: 'Whether the fees are not asked for again.' }),
    cancelled: t.field({ type: CancellationType, nullable: true, resolve: (voucher) => voucher.cancelled }),
    duplicate: t.exposeBoolean('duplicate'),
  }),
})

const RefundsType = builder.objectRef<RefundList>('Refunds').implement({
  description: 'A page of the refunds of a term, and the sum of all that are not cancelled.',
  fields: (t) => ({
    rows: t.field({ type: [RefundType], resolve: (list) => list.rows }),
    total: t.exposeInt('total'),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

builder.queryFields((t) => ({
  refunds: commandField(t, listRefunds, { type: RefundsType, input: inputType('RefundsView', refundsView) }),
  voucher: commandField(t, viewVoucher, {
    type: VoucherType,
    description: 'A refund voucher, marked as its next print would be.',
    input: inputType('VoucherChoice', voucherChoice),
  }),
}))

const changeByRefund = (refund: Refund) => ({ ...refund, payment: null })

builder.mutationFields((t) => ({
  giveBack: t.field({
    type: AccountChangeType,
    description: 'Gives money back that was paid on fees; the refund is the first of the account afterwards.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('GiveBackInput', refundInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByRefund(await giveBack(call, schoolId, input)),
  }),
  cancelRefund: t.field({
    type: AccountChangeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('CancelRefundInput', cancelRefundInput) }) },
    resolve: async (_, { schoolId, input }, call) => changeByRefund(await cancelRefund(call, schoolId, input)),
  }),
  issueVoucher: commandField(t, issueVoucher, {
    type: VoucherType,
    description: 'Issues a refund voucher: the first issue is the original, every later one a duplicate.',
    input: inputType('VoucherIssue', voucherIssue),
  }),
}))

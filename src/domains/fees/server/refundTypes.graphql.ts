import { builder } from '#platform/graphql/builder.ts'
import { enumType } from '#platform/graphql/inputType.ts'
import type { Month } from '../months.ts'
import { month } from '../months.schema.ts'
import { formatRefundNumber } from '../refunds.rules.ts'
import { type RefundMode, refundMode } from '../refunds.schema.ts'
import type { Refund, RefundLine } from './refunds.sql.ts'

export const RefundModeType = enumType('RefundMode', refundMode)

export const RefundLineType = builder
  .objectRef<Omit<RefundLine, 'id' | 'feeId'> & { id: number | string }>('RefundLine')
  .implement({
    description: 'The part of a refund on one fee: what was given back, above zero.',
    fields: (t) => ({
      id: t.exposeID('id'),
      feeName: t.exposeString('feeName'),
      month: t.field({ type: enumType('Month', month), nullable: true, resolve: (line) => line.month as Month | null }),
      amount: t.expose('amount', { type: 'Paise' }),
    }),
  })

export const RefundType = builder.objectRef<Refund>('Refund').implement({
  description: 'Money given back, with one voucher. A cancelled refund keeps its number.',
  fields: (t) => ({
    id: t.exposeID('id'),
    studentId: t.exposeID('studentId'),
    refundNumber: t.string({ resolve: formatRefundNumber }),
    amount: t.expose('amount', { type: 'Paise' }),
    mode: t.field({ type: RefundModeType, resolve: (refund) => refund.mode as RefundMode }),
    reference: t.exposeString('reference', { description: 'By which the bank or the gateway finds it; empty for cash.' }),
    reason: t.exposeString('reason'),
    refundedOn: t.exposeString('refundedOn', { description: 'The day the refund is booked on.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the refund was entered.' }),
    createdByName: t.exposeString('createdByName'),
    studentName: t.exposeString('studentName', {
      description: 'The name on the voucher; this and the section are as of the refund.',
    }),
    sectionName: t.exposeString('sectionName'),
    registerNo: t.exposeString('registerNo'),
    writtenOff: t.expose('writtenOff', {
      type: 'Paise',
      description: 'What was written off with it, so that the fees are not asked for again.',
    }),
    cancelledAt: t.expose('cancelledAt', { type: 'DateTime', nullable: true }),
    cancelledByName: t.exposeString('cancelledByName', { nullable: true }),
    cancelReason: t.exposeString('cancelReason', { nullable: true }),
    lines: t.field({ type: [RefundLineType], resolve: (refund) => refund.lines }),
  }),
})

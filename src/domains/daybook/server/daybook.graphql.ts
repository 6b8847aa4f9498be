import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import type { CollectedRow } from '../daybook.rules.ts'
import { dayOfTerm } from '../daybook.schema.ts'
import {
  type BookedExpense,
  type BookedPayment,
  type BookedRefund,
  type DayBook,
  type OtherTerm,
  viewDayBook,
} from './daybook.queries.ts'

const CollectedRowType = builder.objectRef<CollectedRow>('TakenRow').implement({
  description: 'Money collected, or given back, by each payment mode.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The clerk, or the bank account.' }),
    ...Object.fromEntries(paymentModeNames.map((mode) => [paymentModes[mode].column, t.expose(mode, { type: 'Paise' })])),
    total: t.expose('total', { type: 'Paise' }),
  }),
})

// No `id`: a part of a page must not be cached as a row of its own.
const BookedPaymentType = builder.objectRef<BookedPayment>('BookedPayment').implement({
  description: 'A payment listed in the day book.',
  fields: (t) => ({
    paymentId: t.exposeID('id'),
    receiptNumber: t.exposeString('receiptNumber'),
    studentName: t.exposeString('studentName'),
    sectionName: t.exposeString('sectionName'),
    amount: t.expose('amount', { type: 'Paise' }),
    mode: t.exposeString('mode'),
    state: t.exposeString('state'),
    chequeNo: t.exposeString('chequeNo'),
    reference: t.exposeString('reference', { description: 'All that the bank finds the payment by, in one line.' }),
    collectedOn: t.exposeString('collectedOn'),
    settledByName: t.exposeString('settledByName', { nullable: true }),
    deletedByName: t.exposeString('deletedByName', { nullable: true }),
    deleteReason: t.exposeString('deleteReason', { nullable: true }),
    otherTerm: t.exposeString('otherTerm', {
      nullable: true,
      description: 'The name of the term; null for the page’s own term.',
    }),
  }),
})

const BookedRefundType = builder.objectRef<BookedRefund>('BookedRefund').implement({
  description: 'A refund listed in the day book.',
  fields: (t) => ({
    refundId: t.exposeID('id'),
    refundNumber: t.exposeString('refundNumber'),
    studentName: t.exposeString('studentName'),
    sectionName: t.exposeString('sectionName'),
    amount: t.expose('amount', { type: 'Paise' }),
    mode: t.exposeString('mode'),
    reference: t.exposeString('reference'),
    reason: t.exposeString('reason'),
    refundedOn: t.exposeString('refundedOn'),
    cancelledByName: t.exposeString('cancelledByName', { nullable: true }),
    cancelReason: t.exposeString('cancelReason', { nullable: true }),
    otherTerm: t.exposeString('otherTerm', {
      nullable: true,
      description: 'The name of the term; null for the page’s own term.',
    }),
  }),
})

const BookedExpenseType = builder.objectRef<BookedExpense>('BookedExpense').implement({
  description: 'An expense listed in the day book.',
  fields: (t) => ({
    expenseId: t.exposeID('id'),
    categoryName: t.exposeString('categoryName'),
    amount: t.expose('amount', { type: 'Paise' }),
    comment: t.exposeString('comment'),
    paidOn: t.exposeString('paidOn'),
    createdByName: t.exposeString('createdByName'),
    deletedByName: t.exposeString('deletedByName', { nullable: true }),
    otherTerm: t.exposeString('otherTerm', {
      nullable: true,
      description: 'The name of the term; null for the page’s own term.',
    }),
  }),
})

const CountedType = builder.objectRef<DayBook['outstanding']>('Counted').implement({
  fields: (t) => ({
    count: t.exposeInt('count'),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const SpentType = builder.objectRef<DayBook['expenses'][number]>('SpentOnCategory').implement({
  fields: (t) => ({
    categoryName: t.exposeString('categoryName'),
    spent: t.expose('spent', { type: 'Paise' }),
    expenses: t.exposeInt('expenses'),
  }),
})

const OtherTermType = builder.objectRef<OtherTerm>('DayOfOtherTerm').implement({
  description: 'Money collected, given back and spent on the day in another term. Its cash is in the same drawer.',
  fields: (t) => ({
    termName: t.exposeString('termName'),
    collected: t.expose('collected', { type: 'Paise' }),
    refunded: t.expose('refunded', { type: 'Paise' }),
    cash: t.expose('cash', { type: 'Paise', description: 'Cash that came in, less cash that was given back.' }),
    spent: t.expose('spent', { type: 'Paise' }),
  }),
})

const DayBookType = builder.objectRef<DayBook>('DayBook').implement({
  description: 'Money that came in and went out on a day of a term.',
  fields: (t) => ({
    id: t.exposeID('id'),
    day: t.exposeString('day'),
    opening: t.expose('opening', {
      type: 'Paise',
      description: 'Collected less given back and spent before the day; may be below zero.',
    }),
    collected: t.expose('collected', { type: 'Paise' }),
    refunded: t.expose('refunded', { type: 'Paise' }),
    spent: t.expose('spent', { type: 'Paise' }),
    closing: t.expose('closing', { type: 'Paise' }),
    receipts: t.exposeInt('receipts', { description: 'Number of receipts without deleted ones and failed cheques.' }),
    receiptNumbers: t.exposeString('receiptNumbers', {
      description: 'The numbers of all receipts of the day, `GV/2026-27/1–10, 50`; empty when there are none.',
    }),
    clerks: t.field({ type: [CollectedRowType], resolve: (book) => book.clerks }),
    accounts: t.field({ type: [CollectedRowType], resolve: (book) => book.accounts }),
    all: t.field({ type: CollectedRowType, resolve: (book) => book.all }),
    refundedBy: t.field({ type: [CollectedRowType], resolve: (book) => book.refundedBy }),
    allRefunded: t.field({ type: CollectedRowType, resolve: (book) => book.allRefunded }),
    refunds: t.field({
      type: [BookedRefundType],
      description: 'Refunds that were booked, entered or cancelled on the day, of all terms.',
      resolve: (book) => book.refunds,
    }),
    expenses: t.field({ type: [SpentType], resolve: (book) => book.expenses }),
    outstanding: t.field({
      type: CountedType,
      description: 'Cheques of all days that the bank has not cleared yet.',
      resolve: (book) => book.outstanding,
    }),
    toDeposit: t.field({
      type: [BookedPaymentType],
      description: 'Cheques of the day that the bank has not cleared yet, of all terms.',
      resolve: (book) => book.toDeposit,
    }),
    settled: t.field({
      type: [BookedPaymentType],
      description: 'Cheques that the bank cleared or returned on the day, of all terms.',
      resolve: (book) => book.settled,
    }),
    deleted: t.field({
      type: [BookedPaymentType],
      description: 'Payments that were deleted on the day, and payments of the day that were deleted later, of all terms.',
      resolve: (book) => book.deleted,
    }),
    late: t.field({
      type: [BookedPaymentType],
      description: 'Payments of all terms entered on the day for earlier days; the first of `lateCount`.',
      resolve: (book) => book.late,
    }),
    lateCount: t.exposeInt('lateCount'),
    lateExpenses: t.field({
      type: [BookedExpenseType],
      description: 'Expenses of all terms entered on the day for earlier days; the first of `lateExpenseCount`.',
      resolve: (book) => book.lateExpenses,
    }),
    lateExpenseCount: t.exposeInt('lateExpenseCount'),
    deletedExpenses: t.field({
      type: [BookedExpenseType],
      description: 'Expenses that were deleted on the day, and expenses of the day that were deleted later, of all terms.',
      resolve: (book) => book.deletedExpenses,
    }),
    discounts: t.field({ type: CountedType, resolve: (book) => book.discounts }),
    concessions: t.field({ type: CountedType, resolve: (book) => book.concessions }),
    writeOffs: t.field({ type: CountedType, resolve: (book) => book.writeOffs }),
    otherTerms: t.field({ type: [OtherTermType], resolve: (book) => book.otherTerms }),
  }),
})

builder.queryField('dayBook', (t) =>
  commandField(t, viewDayBook, { work: 30, type: DayBookType, input: inputType('DayOfTerm', dayOfTerm) }),
)

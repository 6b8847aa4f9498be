import { builder } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import { chequesView, clerksOf, deletedView, entriesView, ownReceiptsView } from '../entries.schema.ts'
import type { Month } from '../months.ts'
import { receiptChoice, receiptIssue, receiptSearch, receiptsView } from '../receipts.schema.ts'
import type { Receipt } from '../receiptSheet.ts'
import {
  type DeletedPayments,
  type Entries,
  findReceipts,
  listCheques,
  listClerks,
  listCorrectors,
  listDeletedPayments,
  listEntries,
  listOwnReceipts,
} from './entries.queries.ts'
import { MonthType, PaymentModeType, PaymentStateType, PaymentType } from './payments.graphql.ts'
import { issueReceipt, viewReceipt, viewReceipts } from './receipts.commands.ts'

const ReceiptSchoolType = builder.objectRef<Receipt['school']>('ReceiptSchool').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    logoUrl: t.exposeString('logoUrl', { nullable: true }),
  }),
})

const ReceiptLineType = builder.objectRef<Receipt['lines'][number]>('ReceiptLine').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    feeName: t.exposeString('feeName'),
    month: t.field({ type: MonthType, nullable: true, resolve: (line) => line.month as Month | null }),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const ReceiptDeletionType = builder.objectRef<NonNullable<Receipt['deleted']>>('ReceiptDeletion').implement({
  fields: (t) => ({
    at: t.exposeString('at'),
    byName: t.exposeString('byName'),
    reason: t.exposeString('reason'),
    refundRef: t.exposeString('refundRef', { nullable: true }),
  }),
})

const ReceiptBalanceType = builder.objectRef<NonNullable<Receipt['balance']>>('ReceiptBalance').implement({
  fields: (t) => ({
    pending: t.expose('pending', { type: 'Paise' }),
    at: t.exposeString('at'),
  }),
})

const ReceiptType = builder.objectRef<Receipt>('Receipt').implement({
  description: 'All that the paper of a payment says.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The payment's." }),
    receiptNumber: t.exposeString('receiptNumber'),
    school: t.field({ type: ReceiptSchoolType, resolve: (receipt) => receipt.school }),
    termName: t.exposeString('termName'),
    collectedOn: t.exposeString('collectedOn'),
    createdAt: t.exposeString('createdAt'),
    createdByName: t.exposeString('createdByName'),
    studentName: t.exposeString('studentName'),
    sectionName: t.exposeString('sectionName'),
    roll: t.exposeString('roll'),
    registerNo: t.exposeString('registerNo'),
    lines: t.field({ type: [ReceiptLineType], resolve: (receipt) => [...receipt.lines] }),
    amount: t.expose('amount', { type: 'Paise' }),
    amountInWords: t.exposeString('amountInWords'),
    mode: t.field({ type: PaymentModeType, resolve: (receipt) => receipt.mode }),
    chequeNo: t.exposeString('chequeNo'),
    txnId: t.exposeString('txnId'),
    onlineRef: t.exposeString('onlineRef', { nullable: true }),
    state: t.field({ type: PaymentStateType, resolve: (receipt) => receipt.state }),
    settledOn: t.exposeString('settledOn', { nullable: true }),
    deleted: t.field({ type: ReceiptDeletionType, nullable: true, resolve: (receipt) => receipt.deleted }),
    balance: t.field({ type: ReceiptBalanceType, nullable: true, resolve: (receipt) => receipt.balance }),
    duplicate: t.exposeBoolean('duplicate'),
  }),
})

const EntriesType = builder.objectRef<Entries>('Entries').implement({
  description: 'A page of payments, and the sums of all that match.',
  fields: (t) => ({
    rows: t.field({ type: [PaymentType], resolve: (entries) => entries.rows }),
    total: t.exposeInt('total'),
    collected: t.expose('collected', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise', description: 'Cheques the bank has not answered yet; not in collected.' }),
    receipts: t.exposeInt('receipts', { description: 'Receipts that stand: failed cheques are left out.' }),
    lastId: t.exposeID('lastId', { nullable: true, description: 'The latest payment that matches: upToId of the next pages.' }),
  }),
})

const DeletedType = builder.objectRef<DeletedPayments>('DeletedPayments').implement({
  description: 'A page of the deleted payments of a term, and what all that match amount to.',
  fields: (t) => ({
    rows: t.field({ type: [PaymentType], resolve: (deleted) => deleted.rows }),
    total: t.exposeInt('total'),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const ClerkType = builder.objectRef<{ id: string; name: string }>('Clerk').implement({
  description: 'Who has taken money: the account, and the name on the latest receipts.',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

builder.queryFields((t) => ({
  receipt: t.field({
    type: ReceiptType,
    description: 'A receipt to look at, marked as its next print would be.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ReceiptChoice', receiptChoice) }) },
    resolve: (_, { schoolId, input }, call) => viewReceipt(call, schoolId, input),
  }),
  receipts: t.field({
    type: [ReceiptType],
    description: 'A part of the receipts of a view of the entries, by their numbers: copies to be printed together, at most 500.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ReceiptsView', receiptsView) }) },
    resolve: (_, { schoolId, input }, call) => viewReceipts(call, schoolId, input),
  }),
  findReceipts: t.field({
    type: [PaymentType],
    description: 'The payments whose receipt has a number, deleted ones too.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ReceiptSearch', receiptSearch) }) },
    resolve: (_, { schoolId, input }, call) => findReceipts(call, schoolId, input),
  }),
  feeEntries: t.field({
    type: EntriesType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('EntriesView', entriesView) }) },
    resolve: (_, { schoolId, input }, call) => listEntries(call, schoolId, input),
  }),
  ownReceipts: t.field({
    type: EntriesType,
    description: 'What the viewer has taken today, of every term.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('OwnReceiptsView', ownReceiptsView) }) },
    resolve: (_, { schoolId, input }, call) => listOwnReceipts(call, schoolId, input),
  }),
  chequesToClear: t.field({
    type: EntriesType,
    description: 'The cheques that the bank has not answered yet, of every term.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChequesView', chequesView) }) },
    resolve: (_, { schoolId, input }, call) => listCheques(call, schoolId, input),
  }),
  receiptCorrectors: t.stringList({
    description: 'The names of those who may correct any receipt of the school.',
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listCorrectors(call, schoolId, {}),
  }),
  deletedPayments: t.field({
    type: DeletedType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('DeletedPaymentsView', deletedView) }) },
    resolve: (_, { schoolId, input }, call) => listDeletedPayments(call, schoolId, input),
  }),
  clerks: t.field({
    type: [ClerkType],
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ClerksOf', clerksOf) }) },
    resolve: (_, { schoolId, input }, call) => listClerks(call, schoolId, input),
  }),
}))

builder.mutationField('issueReceipt', (t) =>
  t.field({
    type: ReceiptType,
    description: 'Gives a receipt out: the first time it is the original, from then on a duplicate.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ReceiptIssue', receiptIssue) }) },
    resolve: (_, { schoolId, input }, call) => issueReceipt(call, schoolId, input),
  }),
)

import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { receiptLanguages } from '#shared/receiptLanguages.schema.ts'
import { chequesView, clerksView, deletedView, entriesView, ownReceiptsView } from '../entries.schema.ts'
import type { Month } from '../months.ts'
import { receiptChoice, receiptIssue, receiptSearch, receiptSending, receiptsView } from '../receipts.schema.ts'
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
import { EntryType, MonthType, PaymentModeType, PaymentStateType, PaymentType, TransferKindType } from './paymentTypes.graphql.ts'
import type { SentReceipt } from './receiptMessages.ts'
import { sendReceipt } from './sendReceipt.commands.ts'
import { issueReceipt, viewReceipt, viewReceipts } from './receipts.commands.ts'

export const ReceiptSchoolType = builder.objectRef<Receipt['school']>('ReceiptSchool').implement({
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
    earlierTerm: t.exposeString('earlierTerm', {
      nullable: true,
      description: "Name of the fee's term, if that is before the receipt's.",
    }),
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

const ReceiptConcessionType = builder
  .objectRef<NonNullable<Receipt['balance']>['concessions'][number]>('ReceiptConcession')
  .implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      amount: t.expose('amount', { type: 'Paise' }),
    }),
  })

const ReceiptBalanceType = builder.objectRef<NonNullable<Receipt['balance']>>('ReceiptBalance').implement({
  fields: (t) => ({
    pending: t.expose('pending', { type: 'Paise' }),
    concessions: t.field({
      type: [ReceiptConcessionType],
      description: 'What concessions take off in the term, by kind.',
      resolve: (balance) => balance.concessions,
    }),
    at: t.exposeString('at'),
  }),
})

const ReceiptType = builder.objectRef<Receipt>('Receipt').implement({
  description: 'The contents of a receipt.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The payment's id." }),
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
    lateFee: t.expose('lateFee', { type: 'Paise', description: 'The late fees in the amount; not in the lines.' }),
    amount: t.expose('amount', { type: 'Paise' }),
    languages: t.field({
      type: enumType('ReceiptLanguages', receiptLanguages),
      description: 'The languages of its labels.',
      resolve: (receipt) => receipt.languages,
    }),
    amountInWords: t.exposeString('amountInWords', { description: 'A line for each of its languages.' }),
    mode: t.field({ type: PaymentModeType, resolve: (receipt) => receipt.mode }),
    chequeNo: t.exposeString('chequeNo'),
    txnId: t.exposeString('txnId'),
    onlineRef: t.exposeString('onlineRef', { nullable: true }),
    transferKind: t.field({ type: TransferKindType, nullable: true, resolve: (receipt) => receipt.transferKind }),
    cardLast4: t.exposeString('cardLast4', { nullable: true }),
    bankName: t.exposeString('bankName'),
    instrumentOn: t.exposeString('instrumentOn', { nullable: true }),
    state: t.field({ type: PaymentStateType, resolve: (receipt) => receipt.state }),
    settledOn: t.exposeString('settledOn', { nullable: true }),
    deleted: t.field({ type: ReceiptDeletionType, nullable: true, resolve: (receipt) => receipt.deleted }),
    insteadOf: t.exposeString('insteadOf', {
      nullable: true,
      description: 'The receipt of another student in whose place this one stands, because the money was moved.',
    }),
    balance: t.field({ type: ReceiptBalanceType, nullable: true, resolve: (receipt) => receipt.balance }),
    duplicate: t.exposeBoolean('duplicate'),
  }),
})

const EntriesType = builder.objectRef<Entries>('Entries').implement({
  description: 'A page of payments, and the sums over all pages.',
  fields: (t) => ({
    rows: t.field({ type: [EntryType], resolve: (entries) => entries.rows }),
    total: t.exposeInt('total'),
    collected: t.expose('collected', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise', description: 'Cheques the bank has not cleared yet; not in collected.' }),
    receipts: t.exposeInt('receipts', { description: 'Number of receipts without failed cheques.' }),
    lastId: t.exposeID('lastId', {
      nullable: true,
      description: 'The latest payment of the list; send it as upToId with the next pages.',
    }),
  }),
})

const DeletedType = builder.objectRef<DeletedPayments>('DeletedPayments').implement({
  description: 'A page of the deleted payments of a term, and the sum over all pages.',
  fields: (t) => ({
    rows: t.field({ type: [EntryType], resolve: (deleted) => deleted.rows }),
    total: t.exposeInt('total'),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const ClerkType = builder.objectRef<{ id: string; name: string }>('Clerk').implement({
  description: 'A person who took money: the account, and the name on the receipts.',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

builder.queryFields((t) => ({
  receipt: commandField(t, viewReceipt, {
    type: ReceiptType,
    description: 'A receipt, marked as its next print would be.',
    input: inputType('ReceiptChoice', receiptChoice),
  }),
  receipts: commandField(t, viewReceipts, {
    type: [ReceiptType],
    description: 'One part of the receipts of an entries list, by number: copies to be printed together, at most 500.',
    input: inputType('ReceiptsView', receiptsView),
  }),
  findReceipts: commandField(t, findReceipts, {
    type: [PaymentType],
    description: 'The payments whose receipt has a number, deleted ones too.',
    input: inputType('ReceiptSearch', receiptSearch),
  }),
  feeEntries: commandField(t, listEntries, { type: EntriesType, input: inputType('EntriesView', entriesView) }),
  ownReceipts: commandField(t, listOwnReceipts, {
    type: EntriesType,
    description: 'Payments the viewer took today, of every term.',
    input: inputType('OwnReceiptsView', ownReceiptsView),
  }),
  chequesToClear: commandField(t, listCheques, {
    type: EntriesType,
    description: 'Cheques of every term that the bank has not cleared yet.',
    input: inputType('ChequesView', chequesView),
  }),
  receiptCorrectors: t.stringList({
    description: 'The names of those who may correct any receipt of the school.',
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listCorrectors(call, schoolId, {}),
  }),
  deletedPayments: commandField(t, listDeletedPayments, {
    type: DeletedType,
    input: inputType('DeletedPaymentsView', deletedView),
  }),
  clerks: commandField(t, listClerks, { type: [ClerkType], input: inputType('ClerksOf', clerksView) }),
}))

const SentReceiptType = builder.objectRef<SentReceipt>('SentReceipt').implement({
  description: 'A receipt on its way to a family.',
  fields: (t) => ({
    by: t.exposeString('by', { description: 'The channel that is tried first.' }),
    to: t.exposeString('to', { description: 'The phone or e-mail address.' }),
  }),
})

builder.mutationField('sendReceipt', (t) =>
  commandField(t, sendReceipt, {
    type: SentReceiptType,
    description: 'Sends a receipt to its family by message, whether or not the school sends receipts by itself.',
    input: inputType('ReceiptSending', receiptSending),
  }),
)

builder.mutationField('issueReceipt', (t) =>
  commandField(t, issueReceipt, {
    type: ReceiptType,
    description: 'Issues a receipt: the first issue is the original, every later one a duplicate.',
    input: inputType('ReceiptIssue', receiptIssue),
  }),
)

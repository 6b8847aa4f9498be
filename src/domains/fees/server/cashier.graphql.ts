import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { noteList } from '../cashier.rules.ts'
import { cashierDayChoice, cashierDaysView, closeDayInput, closingChoice, reopenDayInput } from '../cashier.schema.ts'
import { closeDay, reopenDay } from './cashier.commands.ts'
import {
  type CashierDay,
  type CashierOfDay,
  type DayClosing,
  type DeletedReceipt,
  listCashiers,
  listOpenDays,
  type OpenDay,
  viewCashierDay,
  viewClosing,
} from './cashier.queries.ts'
import type { DrawerReceipt, ModeSum, Outflow } from './cashierDay.ts'
import { cashierActions } from './fees.permissions.ts'
import { PaymentModeType } from './paymentTypes.graphql.ts'

const ModeSumType = builder.objectRef<ModeSum>('ModeSum').implement({
  description: 'What a clerk took by one payment mode on a day.',
  fields: (t) => ({
    mode: t.field({ type: PaymentModeType, resolve: (sum) => sum.mode }),
    amount: t.expose('amount', { type: 'Paise' }),
    receipts: t.exposeInt('receipts'),
  }),
})

// No `id`: a part of a closing must not be cached as a payment.
const DrawerReceiptType = builder.objectRef<DrawerReceipt>('DrawerReceipt').implement({
  description: 'A receipt as a closing lists it.',
  fields: (t) => ({
    paymentId: t.exposeID('paymentId'),
    receiptNumber: t.exposeString('receiptNumber'),
    mode: t.field({ type: PaymentModeType, resolve: (receipt) => receipt.mode }),
    amount: t.expose('amount', { type: 'Paise' }),
    reference: t.exposeString('reference'),
    bankName: t.exposeString('bankName'),
    instrumentOn: t.exposeString('instrumentOn', { nullable: true }),
  }),
})

const OutflowKindType = builder.enumType('DrawerOutflowKind', { values: ['DELETED', 'REFUND', 'CANCELLED'] as const })

const OutflowType = builder.objectRef<Outflow>('DrawerOutflow').implement({
  description: 'Cash that has gone from a drawer: given back, or of a receipt that was deleted after its day was closed.',
  fields: (t) => ({
    kind: t.field({ type: OutflowKindType, resolve: (outflow) => outflow.kind }),
    receiptNumber: t.exposeString('receiptNumber'),
    collectedOn: t.exposeString('collectedOn'),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const NoteCountType = builder.objectRef<ReturnType<typeof noteList>[number]>('NoteCount').implement({
  description: 'Notes or coins of one value.',
  fields: (t) => ({
    denomination: t.exposeInt('denomination', { description: 'Their value in rupees.' }),
    count: t.exposeInt('count'),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const ReopeningType = builder.objectRef<NonNullable<DayClosing['reopened']>>('DayReopening').implement({
  description: 'Who opened a closed day again, when and why.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    byName: t.exposeString('byName'),
    reason: t.exposeString('reason'),
  }),
})

const DeletedReceiptType = builder.objectRef<DeletedReceipt>('DeletedReceipt').implement({
  fields: (t) => ({
    receiptNumber: t.exposeString('receiptNumber'),
    amount: t.expose('amount', { type: 'Paise' }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime' }),
    deletedByName: t.exposeString('deletedByName'),
    reason: t.exposeString('reason'),
  }),
})

const SchoolOnPaperType = builder.objectRef<DayClosing['school']>('SchoolOnPaper').implement({
  fields: (t) => ({ name: t.exposeString('name'), description: t.exposeString('description') }),
})

type ShownClosing = DayClosing & { deletedSince?: DeletedReceipt[] }

const closingCan = viewerCan<DayClosing, 'reopen'>('DayClosing', { reopen: cashierActions.reopen })

const DayClosingType = builder.objectRef<ShownClosing>('DayClosing').implement({
  description: "The closing of a clerk's day, as its paper says it. A day that was opened again keeps it.",
  fields: (t) => ({
    id: t.exposeID('id'),
    school: t.field({ type: SchoolOnPaperType, resolve: (closing) => closing.school }),
    clerkName: t.exposeString('clerkName'),
    day: t.exposeString('day'),
    closedAt: t.expose('closedAt', { type: 'DateTime' }),
    closedByName: t.exposeString('closedByName'),
    openingCash: t.expose('openingCash', { type: 'Paise' }),
    cashIn: t.expose('cashIn', { type: 'Paise' }),
    cashOut: t.expose('cashOut', { type: 'Paise' }),
    expectedCash: t.expose('expectedCash', { type: 'Paise' }),
    countedCash: t.expose('countedCash', { type: 'Paise' }),
    difference: t.expose('difference', { type: 'Paise', description: 'Counted less expected.' }),
    reason: t.exposeString('reason'),
    notes: t.field({ type: [NoteCountType], resolve: ({ notes }) => noteList(notes) }),
    depositNotes: t.field({ type: [NoteCountType], resolve: ({ depositNotes }) => noteList(depositNotes) }),
    depositedCash: t.expose('depositedCash', { type: 'Paise' }),
    carriedCash: t.expose('carriedCash', { type: 'Paise' }),
    bankAccount: t.exposeString('bankAccount', { nullable: true }),
    modes: t.field({ type: [ModeSumType], resolve: (closing) => closing.modes }),
    receipts: t.field({ type: [DrawerReceiptType], resolve: (closing) => closing.receipts }),
    outflows: t.field({ type: [OutflowType], resolve: (closing) => closing.outflows }),
    depositCheques: t.field({ type: [DrawerReceiptType], resolve: (closing) => closing.depositCheques }),
    deletedSince: t.field({
      type: [DeletedReceiptType],
      description: 'Its receipts that were deleted later; only of one closing.',
      resolve: (closing) => closing.deletedSince ?? [],
    }),
    isLast: t.exposeBoolean('isLast', { description: "The clerk's last closed day. Only that can be opened again." }),
    reopened: t.field({ type: ReopeningType, nullable: true, resolve: (closing) => closing.reopened }),
    viewerCan: t.field({ type: closingCan.type, resolve: closingCan.resolve }),
  }),
})

const DepositAccountType = builder.objectRef<CashierDay['bankAccounts'][number]>('DepositAccount').implement({
  description: 'A bank account that cash can be deposited in.',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), accNumber: t.exposeString('accNumber') }),
})

const dayCan = viewerCan<CashierDay, 'close'>('CashierDay', { close: cashierActions.close })

const CashierDayType = builder.objectRef<CashierDay>('CashierDay').implement({
  description: "A clerk's day at the counter: what was taken, and what the drawer should hold.",
  fields: (t) => ({
    id: t.exposeID('id'),
    clerk: t.exposeID('clerk'),
    clerkName: t.exposeString('clerkName', { nullable: true }),
    day: t.exposeString('day'),
    closed: t.exposeBoolean('closed'),
    modes: t.field({ type: [ModeSumType], resolve: (day) => day.modes }),
    opening: t.expose('opening', { type: 'Paise', description: 'Cash carried on from the day that was closed before.' }),
    cashIn: t.expose('cashIn', { type: 'Paise' }),
    cashOut: t.expose('cashOut', { type: 'Paise' }),
    expected: t.expose('expected', { type: 'Paise' }),
    receipts: t.field({ type: [DrawerReceiptType], resolve: (day) => day.receipts }),
    outflows: t.field({ type: [OutflowType], resolve: (day) => day.outflows }),
    depositCheques: t.field({ type: [DrawerReceiptType], resolve: (day) => day.depositCheques }),
    version: t.exposeString('version', { description: 'Send it back with the closing.' }),
    openBefore: t.stringList({
      description: 'Earlier days that must be closed first, oldest first.',
      resolve: (day) => day.openBefore,
    }),
    closings: t.field({
      type: [DayClosingType],
      description: 'The closings of the day, the last first.',
      resolve: (day) => day.closings,
    }),
    bankAccounts: t.field({ type: [DepositAccountType], resolve: (day) => day.bankAccounts }),
    viewerCan: t.field({ type: dayCan.type, resolve: dayCan.resolve }),
  }),
})

const CashierClosingType = builder.objectRef<NonNullable<CashierOfDay['closing']>>('CashierClosing').implement({
  description: 'The closing in force of a clerk’s day.',
  fields: (t) => ({
    closingId: t.exposeID('id'),
    closedAt: t.expose('closedAt', { type: 'DateTime' }),
    closedByName: t.exposeString('closedByName'),
    difference: t.expose('difference', { type: 'Paise' }),
    reason: t.exposeString('reason'),
  }),
})

const CashierOfDayType = builder.objectRef<CashierOfDay>('CashierOfDay').implement({
  description: 'A clerk with money on a day.',
  fields: (t) => ({
    clerk: t.exposeID('clerk'),
    clerkName: t.exposeString('clerkName'),
    closed: t.exposeBoolean('closed'),
    reopenings: t.exposeInt('reopenings', { description: 'How often the day was opened again.' }),
    collected: t.expose('collected', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
    cash: t.expose('cash', { type: 'Paise' }),
    receipts: t.exposeInt('receipts'),
    closing: t.field({ type: CashierClosingType, nullable: true, resolve: (row) => row.closing }),
  }),
})

const OpenDayType = builder.objectRef<OpenDay>('OpenDay').implement({
  description: 'A day before today that its clerk has not closed.',
  fields: (t) => ({
    clerk: t.exposeID('clerk'),
    clerkName: t.exposeString('clerkName'),
    day: t.exposeString('day'),
  }),
})

builder.queryFields((t) => ({
  cashierDay: commandField(t, viewCashierDay, {
    type: CashierDayType,
    input: inputType('CashierDayChoice', cashierDayChoice),
  }),
  dayClosing: commandField(t, viewClosing, { type: DayClosingType, input: inputType('ClosingChoice', closingChoice) }),
  cashiers: commandField(t, listCashiers, {
    type: [CashierOfDayType],
    description: 'The clerks with money on a day, or with a closing of it.',
    input: inputType('CashiersOf', cashierDaysView),
  }),
  openDays: commandField(t, listOpenDays, {
    type: [OpenDayType],
    description: 'Days before today that are not closed, the first 100; none in a school that closes no days.',
  }),
}))

builder.mutationFields((t) => ({
  closeDay: commandField(t, closeDay, {
    type: DayClosingType,
    description: "Closes a clerk's day with the counted drawer.",
    input: inputType('CloseDayInput', closeDayInput),
  }),
  reopenDay: commandField(t, reopenDay, {
    type: DayClosingType,
    description: "Opens a clerk's last closed day again, with a reason.",
    input: inputType('ReopenDayInput', reopenDayInput),
  }),
}))

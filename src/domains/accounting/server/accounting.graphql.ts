import { DocumentJobType, DocumentStateType } from '#platform/documentJobs/documentJobs.graphql.ts'
import type { DocumentJob } from '#platform/documentJobs/documentJobs.sql.ts'
import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { accountingExportOrder, accountingLedgersForm, accountingRange, ledgerKind } from '../accounting.schema.ts'
import { orderAccountingExport, saveAccountingLedgers } from './accounting.commands.ts'
import {
  type AccountingOverview,
  type LastExport,
  type LedgerRow,
  listAccountingExports,
  listAccountingLedgers,
  type NamedSum,
  viewAccounting,
} from './accounting.queries.ts'

const NamedSumType = builder.objectRef<NamedSum>('AccountingSum').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const LastExportType = builder.objectRef<LastExport>('LastAccountingExport').implement({
  fields: (t) => ({
    createdAt: t.field({ type: 'DateTime', resolve: (last) => last.createdAt }),
    createdByName: t.exposeString('createdByName'),
  }),
})

const EarlierType = builder.objectRef<NonNullable<AccountingOverview['earlier']>>('EarlierAccountingChanges').implement({
  fields: (t) => ({
    start: t.exposeString('start'),
    end: t.exposeString('end'),
    vouchers: t.exposeInt('vouchers'),
  }),
})

const OverviewType = builder.objectRef<AccountingOverview>('AccountingOverview').implement({
  description: 'What an export of a range of days would hold. The sums are those of the day books of these days.',
  fields: (t) => ({
    collected: t.expose('collected', { type: 'Paise' }),
    refunded: t.expose('refunded', { type: 'Paise' }),
    spent: t.expose('spent', { type: 'Paise' }),
    modes: t.field({ type: [NamedSumType], resolve: (overview) => overview.modes }),
    ledgers: t.field({
      type: [NamedSumType],
      description: 'Money collected by the ledger that it lies on.',
      resolve: (overview) => overview.ledgers,
    }),
    income: t.field({ type: [NamedSumType], resolve: (overview) => overview.income }),
    expenses: t.field({ type: [NamedSumType], resolve: (overview) => overview.expenses }),
    discounts: t.expose('discounts', { type: 'Paise' }),
    concessions: t.expose('concessions', { type: 'Paise' }),
    writeOffs: t.expose('writeOffs', { type: 'Paise' }),
    vouchers: t.exposeInt('vouchers'),
    exported: t.exposeInt('exported', { description: 'Number of these vouchers that earlier exports have.' }),
    toCancel: t.exposeInt('toCancel', {
      description: 'Number of vouchers of earlier exports that are not in the books any more.',
    }),
    lastExport: t.field({ type: LastExportType, nullable: true, resolve: (overview) => overview.lastExport }),
    earlier: t.field({
      type: EarlierType,
      nullable: true,
      description: 'Vouchers to export or cancel on earlier days of the financial year that were exported already.',
      resolve: (overview) => overview.earlier,
    }),
    openBy: t.exposeString('openBy', { nullable: true, description: 'Who has ordered an export that is being made.' }),
  }),
})

type ExportRow = Awaited<ReturnType<typeof listAccountingExports>>[number]

const ExportType = builder.objectRef<ExportRow>('AccountingExport').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    jobId: t.exposeID('jobId', { description: 'The id of its document.' }),
    own: t.boolean({
      description: 'Whether the viewer ordered it.',
      resolve: (made, _, { viewer }) => made.createdBy === viewer?.subject,
    }),
    firstDay: t.exposeString('firstDay'),
    lastDay: t.exposeString('lastDay'),
    onlyNew: t.exposeBoolean('onlyNew'),
    vouchers: t.exposeInt('vouchers'),
    cancelled: t.exposeInt('cancelled'),
    collected: t.expose('collected', { type: 'Paise' }),
    refunded: t.expose('refunded', { type: 'Paise' }),
    spent: t.expose('spent', { type: 'Paise' }),
    state: t.field({
      type: DocumentStateType,
      description: 'The state of its document.',
      resolve: (made) => made.state as DocumentJob['state'],
    }),
    createdAt: t.field({ type: 'DateTime', resolve: (made) => made.createdAt }),
    createdByName: t.exposeString('createdByName'),
  }),
})

const LedgerType = builder.objectRef<LedgerRow>('AccountingLedger').implement({
  fields: (t) => ({
    kind: t.field({ type: enumType('LedgerKind', ledgerKind), resolve: (ledger) => ledger.kind }),
    key: t.exposeString('key'),
    label: t.exposeString('label', { description: 'The bank account, category or mode.' }),
    name: t.exposeString('name', { description: 'The chosen name; empty for the default.' }),
    defaultName: t.exposeString('defaultName', { description: 'Empty when there is no ledger without a chosen name.' }),
  }),
})

builder.queryFields((t) => ({
  accounting: commandField(t, viewAccounting, {
    work: 60,
    type: OverviewType,
    input: inputType('AccountingRange', accountingRange),
  }),
  accountingExports: commandField(t, listAccountingExports, { type: [ExportType] }),
  accountingLedgers: commandField(t, listAccountingLedgers, { type: [LedgerType] }),
}))

builder.mutationFields((t) => ({
  orderAccountingExport: commandField(t, orderAccountingExport, {
    type: DocumentJobType,
    input: inputType('AccountingExportOrder', accountingExportOrder),
  }),
  saveAccountingLedgers: commandField(t, saveAccountingLedgers, {
    type: [LedgerType],
    input: inputType('AccountingLedgersForm', accountingLedgersForm),
  }),
}))

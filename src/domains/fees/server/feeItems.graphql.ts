import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { feeForm, feeOrder, feesView, feeUpdate } from '../fees.schema.ts'
import { month } from '../months.schema.ts'
import { addFees, deleteFee, listFees, reorderFees, updateFee } from './feeItems.commands.ts'
import type { Fee } from './feeItems.sql.ts'
import { feeActions } from './fees.permissions.ts'

const feeCan = viewerCan<Fee, 'update' | 'delete'>('Fee', { update: feeActions.update, delete: feeActions.delete })

const FeeType = builder.objectRef<Fee>('Fee').implement({
  description: 'An amount that every student of a category pays, for a month or one time.',
  fields: (t) => ({
    id: t.exposeID('id'),
    feeCategoryId: t.exposeID('feeCategoryId'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug', { description: 'Shared by the months and categories of one fee.' }),
    amount: t.expose('amount', { type: 'Paise', description: '0 for a fee that is not fixed.' }),
    fixedAmount: t.exposeBoolean('fixedAmount'),
    month: t.field({
      type: enumType('Month', month),
      nullable: true,
      description: 'null means one time.',
      resolve: (fee) => month.nullable().parse(fee.month),
    }),
    dueOn: t.exposeString('dueOn', {
      nullable: true,
      description: 'The day of a one-time fee; null means the start of the term.',
    }),
    sr: t.exposeInt('sr', { description: 'The position in the category.' }),
    hasMoney: t.exposeBoolean('hasMoney', { description: 'Whether a student has payments or discounts on the fee.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    viewerCan: t.field({ type: feeCan.type, resolve: feeCan.resolve }),
  }),
})

builder.queryField('fees', (t) =>
  commandField(t, listFees, {
    type: [FeeType],
    description: 'The fees of a term, or of one of its categories, by category and in their order.',
    input: inputType('FeesView', feesView),
  }),
)

builder.mutationFields((t) => ({
  addFees: commandField(t, addFees, {
    type: [FeeType],
    description: 'Adds a fee to each of the categories, for each of the months or, without months, one time.',
    input: inputType('FeeForm', feeForm),
  }),
  updateFee: commandField(t, updateFee, { type: FeeType, input: inputType('FeeUpdate', feeUpdate) }),
  reorderFees: commandField(t, reorderFees, {
    type: [FeeType],
    description: 'Numbers all fees of a category 1..n.',
    input: inputType('FeeOrder', feeOrder),
  }),
  deleteFee: commandField(t, deleteFee, { type: 'ID', args: { id: t.arg.id() } }),
}))

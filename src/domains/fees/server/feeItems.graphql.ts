import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { enumType, inputType } from '#platform/graphql/input.ts'
import { feeForm, feeOrder, feesView, feeUpdate } from '../fees.schema.ts'
import { month } from '../months.ts'
import { addFees, deleteFee, listFees, reorderFees, updateFee } from './feeItems.commands.ts'
import type { Fee } from './feeItems.sql.ts'
import { feeActions } from './fees.permissions.ts'

const feeCan = viewerCan<Fee, 'update' | 'delete'>('Fee', { update: feeActions.update, delete: feeActions.delete })

const FeeType = builder.objectRef<Fee>('Fee').implement({
  description: 'One amount that is asked of every student of a category, in a month or one time.',
  fields: (t) => ({
    id: t.exposeID('id'),
    feeCategoryId: t.exposeID('feeCategoryId'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug', { description: 'Binds the months and categories of one fee together.' }),
    amount: t.expose('amount', { type: 'Paise', description: '0 where it is not fixed.' }),
    fixedAmount: t.exposeBoolean('fixedAmount'),
    month: t.field({
      type: enumType('Month', month),
      nullable: true,
      description: 'null means one time.',
      resolve: (fee) => month.nullable().parse(fee.month),
    }),
    sr: t.exposeInt('sr', { description: 'Its place in the category.' }),
    hasMoney: t.exposeBoolean('hasMoney', { description: 'Whether live money of some student stands on it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    viewerCan: t.field({ type: feeCan.type, resolve: feeCan.resolve }),
  }),
})

builder.queryField('fees', (t) =>
  t.field({
    type: [FeeType],
    description: 'The fees of a term, or of one of its categories, category by category in their order.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeesView', feesView) }) },
    resolve: (_, { schoolId, input }, call) => listFees(call, schoolId, input),
  }),
)

builder.mutationFields((t) => ({
  addFees: t.field({
    type: [FeeType],
    description: 'Adds a fee to each of the categories, for each of the months or, without months, one time.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeForm', feeForm) }) },
    resolve: (_, { schoolId, input }, call) => addFees(call, schoolId, input),
  }),
  updateFee: t.field({
    type: FeeType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeUpdate', feeUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateFee(call, schoolId, input),
  }),
  reorderFees: t.field({
    type: [FeeType],
    description: 'Gives all fees of a category the places 1..n.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeOrder', feeOrder) }) },
    resolve: (_, { schoolId, input }, call) => reorderFees(call, schoolId, input),
  }),
  deleteFee: t.id({
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteFee(call, schoolId, { id }),
  }),
}))

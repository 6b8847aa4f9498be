import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { importBy } from '#platform/graphql/importers.ts'
import { inputType } from '#platform/graphql/input.ts'
import { feeCategoryForm, feeCategoryImport, feeCategoryUpdate } from '../fees.schema.ts'
import {
  addFeeCategory,
  deleteFeeCategory,
  importFeeCategories,
  listFeeBankAccounts,
  listFeeCategories,
  updateFeeCategory,
} from './feeCategories.commands.ts'
import type { FeeBankAccount, FeeCategory } from './feeCategories.sql.ts'
import { feeActions, feeCategoryActions } from './fees.permissions.ts'

const categoryCan = viewerCan<FeeCategory, 'update' | 'delete' | 'assign' | 'reorderFees'>('FeeCategory', {
  update: feeCategoryActions.update,
  delete: feeCategoryActions.delete,
  assign: feeCategoryActions.assign,
  reorderFees: feeActions.reorder,
})

const FeeBankAccountType = builder.objectRef<FeeBankAccount>('FeeBankAccount').implement({
  description: 'A bank account as fees show it: where the money of a category goes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    accNumber: t.exposeString('accNumber'),
  }),
})

export const FeeCategoryType = builder.objectRef<FeeCategory>('FeeCategory').implement({
  description: 'A fees structure of a term: the fees a group of students pays.',
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    name: t.exposeString('name'),
    bankAccount: t.expose('bankAccount', { type: FeeBankAccountType, nullable: true }),
    feeCount: t.exposeInt('feeCount'),
    fixedTotal: t.expose('fixedTotal', { type: 'Paise', description: 'The sum of its fixed fees: what one student pays.' }),
    studentCount: t.exposeInt('studentCount', {
      description: 'Students who pay it, of those the viewer may know of; disabled ones too.',
    }),
    viewerCan: t.field({ type: categoryCan.type, resolve: categoryCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  feeCategories: t.field({
    type: [FeeCategoryType],
    args: { schoolId: t.arg.id(), termId: t.arg.id() },
    resolve: (_, { schoolId, termId }, call) => listFeeCategories(call, schoolId, { termId }),
  }),
  feeBankAccounts: t.field({
    type: [FeeBankAccountType],
    description: 'The bank accounts a category may be given.',
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => listFeeBankAccounts(call, schoolId, {}),
  }),
}))

builder.mutationFields((t) => ({
  addFeeCategory: t.field({
    type: FeeCategoryType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeCategoryForm', feeCategoryForm) }) },
    resolve: (_, { schoolId, input }, call) => addFeeCategory(call, schoolId, input),
  }),
  updateFeeCategory: t.field({
    type: FeeCategoryType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeCategoryUpdate', feeCategoryUpdate) }) },
    resolve: (_, { schoolId, input }, call) => updateFeeCategory(call, schoolId, input),
  }),
  deleteFeeCategory: t.id({
    description: 'Takes it, its fees and who pays it out of use; refused while money stands on one of its fees.',
    args: { schoolId: t.arg.id(), id: t.arg.id() },
    resolve: (_, { schoolId, id }, call) => deleteFeeCategory(call, schoolId, { id }),
  }),
  importFeeCategories: t.field({
    type: [FeeCategoryType],
    description: 'Adds categories from a file, all or none.',
    extensions: importBy(feeCategoryActions.importFeeCategories),
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('FeeCategoryImport', feeCategoryImport) }) },
    resolve: (_, { schoolId, input }, call) => importFeeCategories(call, schoolId, input),
  }),
}))

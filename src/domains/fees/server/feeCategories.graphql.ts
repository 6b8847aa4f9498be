import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { importBy } from '#platform/graphql/importRoles.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { scopeOf } from '../feeRules.rules.ts'
import type { LateFeeRule } from '../lateFee.rules.ts'
import { categoryScope, feeCategoryForm, feeCategoryImport, feeCategoryUpdate, lateFeeKind } from '../fees.schema.ts'
import {
  addFeeCategory,
  deleteFeeCategory,
  importFeeCategories,
  listFeeBankAccounts,
  listFeeCategories,
  updateFeeCategory,
} from './feeCategories.commands.ts'
import type { FeeBankAccount, FeeCategory } from './feeCategories.sql.ts'
import { lateFeeRule } from './lateFees.ts'
import { feeActions, feeCategoryActions } from './fees.permissions.ts'

const categoryCan = viewerCan<FeeCategory, 'update' | 'delete' | 'assign' | 'reorderFees'>('FeeCategory', {
  update: feeCategoryActions.update,
  delete: feeCategoryActions.delete,
  assign: feeCategoryActions.assign,
  reorderFees: feeActions.reorder,
})

const FeeBankAccountType = builder.objectRef<FeeBankAccount>('FeeBankAccount').implement({
  description: 'The bank account that receives the money of a category, without the gateway’s keys.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    accNumber: t.exposeString('accNumber'),
  }),
})

const CategoryScopeType = enumType('FeeCategoryScope', categoryScope)

const FeeCategoryClassType = builder.objectRef<FeeCategory['classes'][number]>('FeeCategoryClass').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const LateFeeRuleType = builder.objectRef<LateFeeRule>('LateFeeRule').implement({
  fields: (t) => ({
    kind: t.field({ type: enumType('LateFeeKind', lateFeeKind), resolve: (rule) => rule.kind }),
    amount: t.expose('amount', { type: 'Paise' }),
    graceDays: t.exposeInt('graceDays', { description: 'Days after the due date without a late fee.' }),
    max: t.expose('max', { type: 'Paise', nullable: true, description: 'The highest late fee on one fee, by day.' }),
  }),
})

export const FeeCategoryType = builder.objectRef<FeeCategory>('FeeCategory').implement({
  description: 'A fees structure of a term: the fees a group of students pays.',
  fields: (t) => ({
    id: t.exposeID('id'),
    termId: t.exposeID('termId'),
    name: t.exposeString('name'),
    bankAccount: t.expose('bankAccount', { type: FeeBankAccountType, nullable: true }),
    lateFee: t.field({
      type: LateFeeRuleType,
      nullable: true,
      description: 'What is paid on top of its fees when they are overdue; null for nothing.',
      resolve: lateFeeRule,
    }),
    scope: t.field({
      type: CategoryScopeType,
      description: 'For which classes it is.',
      resolve: ({ allClasses, classes }) => scopeOf({ allClasses, classIds: classes.map((row) => row.id) }),
    }),
    classes: t.field({
      type: [FeeCategoryClassType],
      description: 'The classes whose students are assigned by rule; none for ALL and HAND.',
      resolve: (category) => category.classes,
    }),
    feeCount: t.exposeInt('feeCount'),
    fixedTotal: t.expose('fixedTotal', { type: 'Paise', description: 'The sum of its fixed fees: what one student pays.' }),
    studentCount: t.exposeInt('studentCount', {
      description: 'Number of students who pay the category, disabled ones included, as far as the viewer may see them.',
    }),
    viewerCan: t.field({ type: categoryCan.type, resolve: categoryCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  feeCategories: commandField(t, listFeeCategories, { type: [FeeCategoryType], args: { termId: t.arg.id() } }),
  feeBankAccounts: commandField(t, listFeeBankAccounts, {
    type: [FeeBankAccountType],
    description: 'The bank accounts that a category can use.',
  }),
}))

builder.mutationFields((t) => ({
  addFeeCategory: commandField(t, addFeeCategory, {
    type: FeeCategoryType,
    input: inputType('FeeCategoryForm', feeCategoryForm),
  }),
  updateFeeCategory: commandField(t, updateFeeCategory, {
    type: FeeCategoryType,
    input: inputType('FeeCategoryUpdate', feeCategoryUpdate),
  }),
  deleteFeeCategory: commandField(t, deleteFeeCategory, {
    type: 'ID',
    description: 'Deletes a category with its fees and assignments. Refused while one of its fees has payments or discounts.',
    args: { id: t.arg.id() },
  }),
  importFeeCategories: commandField(t, importFeeCategories, {
    type: [FeeCategoryType],
    description: 'Imports categories from a file, all or none.',
    extensions: importBy(feeCategoryActions.importFeeCategories),
    input: inputType('FeeCategoryImport', feeCategoryImport),
  }),
}))

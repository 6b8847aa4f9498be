import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { feeCategoryRuleView, feeMovesView, sectionFeeMovesView } from '../fees.schema.ts'
import { MonthType } from './paymentTypes.graphql.ts'
import {
  type FeeMoves,
  type FeeRulePreview,
  type MovedCategory,
  previewFeeCategoryRule,
  previewFeeMoves,
  previewFeeMovesOfSection,
} from './feeRules.queries.ts'

const FeeRulePreviewType = builder.objectRef<FeeRulePreview>('FeeRulePreview').implement({
  description: 'What the classes of a category would change for students.',
  fields: (t) => ({
    added: t.exposeInt('added'),
    adopted: t.exposeInt('adopted', {
      description: 'Number of students who pay the category already, and follow its rule from now on.',
    }),
    removed: t.exposeInt('removed'),
    kept: t.exposeStringList('kept', {
      description: 'Names of students of other classes who stay, because money was collected on the category.',
    }),
    excepted: t.exposeInt('excepted', {
      description: 'Number of students from whom the category was taken by hand, and who do not get it again.',
    }),
    each: t.expose('each', { type: 'Paise', description: 'What one student pays: the sum of the category’s fixed fees.' }),
  }),
})

const MovedCategoryType = builder.objectRef<MovedCategory>('FeeMoveCategory').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    total: t.expose('total', { type: 'Paise', description: 'The sum of its fixed fees.' }),
    students: t.exposeInt('students'),
    names: t.exposeStringList('names', { description: 'The first five of these students; none of new ones.' }),
  }),
})

const FeeMovesType = builder.objectRef<FeeMoves>('FeeMoves').implement({
  description: 'What the rules change for students who come to other sections.',
  fields: (t) => ({
    before: t.expose('before', { type: 'Paise', description: 'What the students pay in the term before the move.' }),
    after: t.expose('after', { type: 'Paise' }),
    joining: t.exposeInt('joining', { description: 'Number of students who pay from their month of admission on.' }),
    joiningFrom: t.field({
      type: MonthType,
      nullable: true,
      description: 'The first month that they pay, where it is the same for all students.',
      resolve: (moves) => moves.joiningFrom,
    }),
    added: t.field({ type: [MovedCategoryType], resolve: (moves) => moves.added }),
    removed: t.field({ type: [MovedCategoryType], resolve: (moves) => moves.removed }),
    keptForMoney: t.field({
      type: [MovedCategoryType],
      description: 'No rule of the new class gives them. They stay, because money was collected on them.',
      resolve: (moves) => moves.keptForMoney,
    }),
    keptByHand: t.field({
      type: [MovedCategoryType],
      description: 'No rule of the new class gives them. They stay, because they were given by hand.',
      resolve: (moves) => moves.keptByHand,
    }),
  }),
})

builder.queryFields((t) => ({
  feeCategoryRule: commandField(t, previewFeeCategoryRule, {
    type: FeeRulePreviewType,
    description: 'Previews what the classes of a category would change for students.',
    input: inputType('FeeCategoryRuleView', feeCategoryRuleView),
  }),
  feeMoves: commandField(t, previewFeeMoves, {
    type: FeeMovesType,
    description: 'Previews what the rules change for students who come to other sections.',
    input: inputType('FeeMovesView', feeMovesView),
  }),
  feeMovesOfSection: commandField(t, previewFeeMovesOfSection, {
    type: FeeMovesType,
    description: 'Previews what the rules change for the students of a section that comes to another class.',
    input: inputType('SectionFeeMovesView', sectionFeeMovesView),
  }),
}))

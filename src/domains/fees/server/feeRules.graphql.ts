import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { feeCategoryRuleView, feeMovesView } from '../fees.schema.ts'
import { type FeeMove, type FeeRulePreview, previewFeeCategoryRule, previewFeeMoves } from './feeRules.queries.ts'

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

const MovedCategoryType = builder.objectRef<FeeMove['added'][number]>('FeeMoveCategory').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    total: t.expose('total', { type: 'Paise', description: 'The sum of its fixed fees.' }),
  }),
})

const FeeMoveType = builder.objectRef<FeeMove>('FeeMove').implement({
  description: 'What the rules change for a student who comes to a section.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    before: t.expose('before', { type: 'Paise', description: 'What the student pays in the term before the move.' }),
    after: t.expose('after', { type: 'Paise' }),
    added: t.field({ type: [MovedCategoryType], resolve: (move) => move.added }),
    removed: t.field({ type: [MovedCategoryType], resolve: (move) => move.removed }),
    keptForMoney: t.field({
      type: [MovedCategoryType],
      description: 'No rule of the new class gives them. They stay, because money was collected on them.',
      resolve: (move) => move.keptForMoney,
    }),
    keptByHand: t.field({
      type: [MovedCategoryType],
      description: 'No rule of the new class gives them. They stay, because they were given by hand.',
      resolve: (move) => move.keptByHand,
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
    type: [FeeMoveType],
    description: 'Previews what the rules change for students who come to other sections.',
    input: inputType('FeeMovesView', feeMovesView),
  }),
}))

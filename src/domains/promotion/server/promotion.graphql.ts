import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { sayStored } from '#platform/languages/storedTexts.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { TeacherType } from '#domains/users/server/users.exports.ts'
import { promotionStates } from '../promotion.rules.ts'
import {
  promotionGroundView,
  promotionOfId,
  promotionStudentsView,
  sectionPromotion,
  studentPromotion,
  studentPromotionPlan,
} from '../promotion.schema.ts'
import {
  findPromotion,
  listPromotions,
  previewPromotion,
  promotionGround,
  promotionStudents,
} from './promotionContext.queries.ts'
import { continuePromotion, promoteSections, promoteStudents } from './promotion.commands.ts'
import { type SchoolRow, promotionActions } from './promotion.permissions.ts'
import type { Promotion } from './promotion.sql.ts'
import { previewReversal, type Reversal, reversePromotion } from './reversal.commands.ts'

type Ground = Awaited<ReturnType<typeof promotionGround>>
type Preview = Awaited<ReturnType<typeof previewPromotion>>
type Student = Awaited<ReturnType<typeof promotionStudents>>[number]

const groundCan = viewerCan<SchoolRow, 'promote'>('PromotionGround', { promote: promotionActions.promote })
const promotionCan = viewerCan<Promotion, 'continue' | 'reverse'>('Promotion', {
  continue: promotionActions.continue,
  reverse: promotionActions.reverse,
})

const TermType = builder.objectRef<Ground['from']>('PromotionTerm').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
})

const SectionType = builder.objectRef<Ground['sections'][number]>('PromotableSection').implement({
  description: 'A section of the previous term.',
  fields: (t) => ({
    id: t.exposeID('id'),
    className: t.exposeString('className'),
    name: t.exposeString('name'),
    sr: t.exposeInt('sr'),
    teachers: t.field({
      type: [TeacherType],
      description: 'Includes teachers whom a promotion has cleared.',
      resolve: (section) => section.teachers,
    }),
    subjectCount: t.exposeInt('subjectCount'),
    bookCount: t.exposeInt('bookCount'),
    ready: t.exposeInt('ready', { description: 'Number of enabled students who are not enrolled in the new term.' }),
    disabled: t.exposeInt('disabled', { description: 'Number of disabled students who are not enrolled in the new term.' }),
    already: t.exposeInt('already', { description: 'Number of students who are enrolled in the new term.' }),
    stayingIds: t.idList({
      description: 'Students whom published results propose to keep back.',
      resolve: ({ stayingIds }) => stayingIds.map(String),
    }),
  }),
})

const TargetType = builder.objectRef<Ground['targets'][number]>('PromotionTarget').implement({
  description: 'A section of the new term.',
  fields: (t) => ({
    id: t.exposeID('id'),
    className: t.exposeString('className'),
    name: t.exposeString('name'),
    studentCount: t.exposeInt('studentCount'),
  }),
})

const FeesType = builder.objectRef<Ground['feeCategories'][number]>('PromotableFees').implement({
  description: 'A fee category of the previous term.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    feeCount: t.exposeInt('feeCount'),
    studentCount: t.exposeInt('studentCount'),
    there: t.exposeBoolean('there', { description: 'Whether the new term has a category of this name.' }),
  }),
})

const GroundType = builder.objectRef<Ground>('PromotionGround').implement({
  fields: (t) => ({
    from: t.field({ type: TermType, resolve: (context) => context.from }),
    to: t.field({ type: TermType, description: 'The current term.', resolve: (context) => context.to }),
    sections: t.field({ type: [SectionType], resolve: (context) => context.sections }),
    targets: t.field({ type: [TargetType], resolve: (context) => context.targets }),
    feeCategories: t.field({ type: [FeesType], resolve: (context) => context.feeCategories }),
    viewerCan: t.field({ type: groundCan.type, resolve: groundCan.resolve }),
  }),
})

const FeeTotalsType = builder.objectRef<{ before: number; after: number }>('PromotionFeeTotals').implement({
  fields: (t) => ({
    before: t.expose('before', { type: 'Paise', description: 'The fixed fees of the previous term.' }),
    after: t.expose('after', { type: 'Paise', description: 'The fixed fees of the new term.' }),
  }),
})

const ProposalType = builder.objectRef<NonNullable<Student['proposal']>>('PromotionProposal').implement({
  description: 'What the published result of the year proposes for a student. The office decides.',
  fields: (t) => ({
    moves: t.exposeBoolean('moves'),
    text: t.exposeString('text', { description: 'Why, in words.' }),
  }),
})

const StudentType = builder.objectRef<Student>('PromotionStudent').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    registerNo: t.exposeString('registerNo'),
    disabled: t.exposeBoolean('disabled'),
    owed: t.expose('owed', { type: 'Paise', description: 'What the student owes, of all terms.' }),
    fees: t.field({
      type: FeeTotalsType,
      nullable: true,
      description: 'What the student pays in both terms; null without a target, and for a student who does not move.',
      resolve: (student) => student.fees,
    }),
    proposal: t.field({
      type: ProposalType,
      nullable: true,
      description: 'Null where no results of the year are published.',
      resolve: ({ proposal }) => proposal,
    }),
    alreadyIn: t.exposeString('alreadyIn', { nullable: true, description: 'The section of the new term, such as "8-A".' }),
  }),
})

const PlaceCountType = builder.objectRef<Preview['sections'][number]['alreadyIn'][number]>('PromotionPlaceCount').implement({
  fields: (t) => ({ title: t.exposeString('title'), count: t.exposeInt('count') }),
})

const SectionPreviewType = builder.objectRef<Preview['sections'][number]>('PromotionSectionPreview').implement({
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    targetSectionId: t.exposeID('targetSectionId'),
    moving: t.exposeInt('moving'),
    staying: t.exposeInt('staying'),
    disabled: t.exposeInt('disabled'),
    already: t.exposeInt('already'),
    alreadyIn: t.field({ type: [PlaceCountType], resolve: (row) => row.alreadyIn }),
    duplicateRolls: t.stringList({
      description: 'Rolls that several students of the new section would have.',
      resolve: (row) => [...row.duplicateRolls],
    }),
  }),
})

const FeesPreviewType = builder.objectRef<Preview['fees'][number]>('PromotionFeesPreview').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    students: t.exposeInt('students'),
    there: t.exposeBoolean('there', {
      description: 'Whether the new term has a category of this name; otherwise nobody is assigned.',
    }),
  }),
})

type Totals = NonNullable<Preview['totals']>

const FallingType = builder.objectRef<Totals['fallingStudents'][number]>('PromotionFallingFees').implement({
  description: 'A student whose fees fall.',
  fields: (t) => ({
    studentName: t.exposeString('studentName'),
    target: t.exposeString('target', { description: 'The section of the new term, such as "8-A".' }),
    before: t.expose('before', { type: 'Paise' }),
    after: t.expose('after', { type: 'Paise' }),
  }),
})

const TotalsType = builder.objectRef<Totals>('PromotionTotals').implement({
  description: 'What the moving students pay in both terms.',
  fields: (t) => ({
    byRule: t.exposeBoolean('byRule', { description: 'Whether the new term has categories that are for classes.' }),
    assigned: t.exposeInt('assigned', { description: 'Number of assignments to fee categories that will be made.' }),
    before: t.expose('before', { type: 'Paise' }),
    after: t.expose('after', { type: 'Paise' }),
    falling: t.exposeInt('falling', { description: 'Number of students whose fees fall.' }),
    fallingStudents: t.field({
      type: [FallingType],
      description: 'At most 50 of them, the largest fall first.',
      resolve: (totals) => totals.fallingStudents,
    }),
  }),
})

const PreviewType = builder.objectRef<Preview>('PromotionPreview').implement({
  fields: (t) => ({
    sections: t.field({ type: [SectionPreviewType], resolve: (preview) => preview.sections }),
    moving: t.exposeInt('moving'),
    owing: t.exposeInt('owing', { description: 'Number of moving students who owe fees. Their dues stay on their accounts.' }),
    owed: t.expose('owed', { type: 'Paise', description: 'What they owe, of all terms.' }),
    fees: t.field({
      type: [FeesPreviewType],
      description: 'The categories that were given by hand, which are assigned by their names.',
      resolve: (preview) => preview.fees,
    }),
    totals: t.field({
      type: TotalsType,
      nullable: true,
      description: 'Null where no fees are assigned.',
      resolve: (preview) => preview.totals,
    }),
  }),
})

const KindType = builder.enumType('PromotionKind', { values: ['SECTIONS', 'STUDENTS'] as const })
const StateType = builder.enumType('PromotionState', { values: promotionStates })
const PartKindType = builder.enumType('PromotionPartKind', { values: ['FEES', 'SECTION', 'STUDENTS'] as const })
const PartStateType = builder.enumType('PromotionPartState', { values: ['WAITING', 'DONE', 'FAILED', 'REVERSED'] as const })

const PartType = builder.objectRef<Promotion['parts'][number]>('PromotionPart').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: PartKindType, resolve: (part) => part.kind }),
    title: t.exposeString('title'),
    targetTitle: t.exposeString('targetTitle'),
    state: t.field({ type: PartStateType, resolve: (part) => part.state }),
    count: t.exposeInt('count', { description: 'Number of students moved, or of sections or fee categories created.' }),
    message: t.string({ resolve: (part) => sayStored(part.message) }),
  }),
})

const PromotionType = builder.objectRef<Promotion>('Promotion').implement({
  description: 'A batch of sections or students, promoted in the background.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: KindType, resolve: (batch) => batch.kind }),
    state: t.field({ type: StateType, resolve: (batch) => batch.state }),
    fromTermName: t.exposeString('fromTermName'),
    toTermName: t.exposeString('toTermName'),
    done: t.exposeInt('done', { description: 'Number of finished parts.' }),
    total: t.int({ resolve: (batch) => batch.parts.length }),
    failed: t.exposeInt('failed'),
    count: t.exposeInt('count', { description: 'Number of students moved, or of sections created.' }),
    createdAt: t.field({ type: 'DateTime', resolve: (batch) => batch.createdAt }),
    createdByName: t.exposeString('createdByName'),
    finishedAt: t.field({ type: 'DateTime', nullable: true, resolve: (batch) => batch.finishedAt }),
    reversedAt: t.field({ type: 'DateTime', nullable: true, resolve: (batch) => batch.reversedAt }),
    reversedByName: t.exposeString('reversedByName', { nullable: true }),
    parts: t.field({ type: [PartType], resolve: (batch) => batch.parts }),
    viewerCan: t.field({ type: promotionCan.type, resolve: promotionCan.resolve }),
  }),
})

const RemovedType = builder.objectRef<Reversal['removes'][number]>('PromotionRemoved').implement({
  fields: (t) => ({ table: t.exposeString('table'), count: t.exposeInt('count') }),
})

const BlockType = builder.objectRef<Reversal['blocks'][number]>('PromotionBlock').implement({
  description: 'Records that refer to a section, so that its batch cannot be reversed.',
  fields: (t) => ({
    title: t.exposeString('title'),
    standing: t.stringList({ description: 'Such as "3 marks".', resolve: (block) => [...block.standing] }),
  }),
})

const ReversalType = builder.objectRef<Reversal>('PromotionReversal').implement({
  fields: (t) => ({
    removes: t.field({ type: [RemovedType], resolve: (reversal) => reversal.removes }),
    restores: t.exposeInt('restores', { description: 'Number of teachers that are restored to sections of the previous term.' }),
    blocks: t.field({ type: [BlockType], resolve: (reversal) => reversal.blocks }),
  }),
})

const ofId = inputType('PromotionOfId', promotionOfId)

builder.queryFields((t) => ({
  promotionGround: commandField(t, promotionGround, {
    type: GroundType,
    input: inputType('PromotionGroundView', promotionGroundView),
  }),
  promotionStudents: commandField(t, promotionStudents, {
    type: [StudentType],
    input: inputType('PromotionStudentsView', promotionStudentsView),
  }),
  previewPromotion: commandField(t, previewPromotion, {
    work: 60,
    type: PreviewType,
    input: inputType('StudentPromotionPlan', studentPromotionPlan),
  }),
  promotions: commandField(t, listPromotions, { work: 10, type: [PromotionType] }),
  promotion: commandField(t, findPromotion, { type: PromotionType, input: ofId }),
  previewReversal: commandField(t, previewReversal, { work: 60, type: ReversalType, input: ofId }),
}))

builder.mutationFields((t) => ({
  promoteSections: commandField(t, promoteSections, {
    work: 200,
    type: PromotionType,
    input: inputType('SectionPromotion', sectionPromotion),
  }),
  promoteStudents: commandField(t, promoteStudents, {
    work: 60,
    type: PromotionType,
    input: inputType('StudentPromotion', studentPromotion),
  }),
  continuePromotion: commandField(t, continuePromotion, { type: PromotionType, input: ofId }),
  reversePromotion: commandField(t, reversePromotion, { work: 200, type: PromotionType, input: ofId }),
}))

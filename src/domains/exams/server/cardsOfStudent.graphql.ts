import { spokenLanguage } from '#platform/languages/speech.ts'
import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import { familyCardChoice } from '../cardsOfStudent.schema.ts'
import { outcomeLabels } from '../passing.rules.ts'
import { schemeWord } from '../schemeWords.ts'
import {
  type CardOnScreen,
  type HeldStudent,
  listCardsOfStudent,
  listHeldCards,
  viewCard,
  viewFamilyCard,
  viewOwnCards,
} from './cardsOfStudent.queries.ts'
import type { ListedCard } from './cardsOfStudent.sql.ts'
import { FamilyExamType } from './dateSheet.graphql.ts'
import { listExamsOfStudent } from './examsOfStudent.queries.ts'

export const StudentCardType = builder.objectRef<ListedCard>('StudentReportCard').implement({
  description: 'A report card in the list of a student.',
  fields: (t) => ({
    id: t.exposeID('id'),
    termName: t.exposeString('termName', { description: 'Of the school year.' }),
    className: t.exposeString('className'),
    sectionName: t.exposeString('sectionName'),
    part: t.string({
      nullable: true,
      description: 'In the language of the request; null for the year.',
      resolve: ({ part }) => (part === '' ? null : schemeWord(part, spokenLanguage())),
    }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime' }),
    visibleFrom: t.exposeString('visibleFrom', { description: 'The day from which families see it.' }),
    share: t.exposeInt('share', { nullable: true, description: 'Of the total, in hundredths of a per cent.' }),
    grade: t.exposeString('grade'),
    outcome: t.string({
      nullable: true,
      description: 'Such as Promoted; null on the card of a part.',
      resolve: ({ outcome }) => outcome && outcomeLabels[outcome],
    }),
    reexamined: t.exposeBoolean('reexamined', { description: 'Whether it has marks of a second examination.' }),
    held: t.expose('held', {
      type: 'Paise',
      nullable: true,
      description: 'The overdue fees for which the school holds it from the family; null if it does not.',
    }),
  }),
})

const CardType = builder.objectRef<CardOnScreen>('ReportCardOnScreen').implement({
  description: 'A report card to look at.',
  fields: (t) => ({
    id: t.exposeID('id'),
    studentId: t.exposeID('studentId'),
    content: t.exposeString('content', { description: 'JSON, as reportCard.schema.ts checks it.' }),
    publicUrl: t.exposeString('publicUrl', { description: 'Of the page behind the code on the paper.' }),
    withdrawn: t.exposeBoolean('withdrawn'),
    visibleFrom: t.exposeString('visibleFrom'),
    logoUrl: t.exposeString('logoUrl', { nullable: true }),
    photoUrl: t.exposeString('photoUrl', { nullable: true }),
  }),
})

const HeldType = builder.objectRef<HeldStudent>('HeldReportCards').implement({
  description: 'A student whose report cards are held for overdue fees.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName', { description: 'Such as 7-B.' }),
    roll: t.exposeString('roll'),
    overdue: t.expose('overdue', { type: 'Paise' }),
  }),
})

builder.objectFields(StudentOverviewType, (t) => ({
  exams: t.field({
    type: [FamilyExamType],
    nullable: true,
    description: 'Announced ones that are not over.',
    ...partOfOverview(listExamsOfStudent, ({ studentId }) => ({ studentId })),
  }),
  reportCards: t.field({
    type: [StudentCardType],
    nullable: true,
    ...partOfOverview(listCardsOfStudent, ({ studentId }) => ({ studentId })),
  }),
}))

builder.queryFields((t) => ({
  ownReportCards: commandField(t, viewOwnCards, {
    type: [StudentCardType],
    description: "The student's own cards that are published and visible today, the newest first.",
  }),
  heldReportCards: commandField(t, listHeldCards, {
    work: 100,
    type: [HeldType],
    description: 'Students of the current term whose families do not see their cards because fees are overdue.',
  }),
  reportCard: commandField(t, viewCard, {
    type: CardType,
    description: 'A card for staff, and for the student whose it is from its day on.',
    args: { id: t.arg.id() },
  }),
  familyReportCard: t.field({
    type: CardType,
    description: 'A card of a child that is published and visible today. For guardians who are signed in.',
    args: { place: t.arg.string(), input: t.arg({ type: inputType('FamilyCardChoice', familyCardChoice) }) },
    resolve: (_, { place, input }, call) => viewFamilyCard(call, place, input),
  }),
}))

import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { type StudentCard, viewStudentCard } from './studentCard.queries.ts'

const PublishedFactsType = builder.objectRef<NonNullable<StudentCard['published']>>('PublishedCardFacts').implement({
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the card, by which its PDF is made.' }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime' }),
    publishedByName: t.exposeString('publishedByName'),
    visibleFrom: t.exposeString('visibleFrom', { description: 'The day from which the family sees the card.' }),
    publicUrl: t.exposeString('publicUrl', { description: 'The page to which the code on the paper leads.' }),
  }),
})

const StudentCardType = builder.objectRef<StudentCard>('StudentCard').implement({
  description: 'The report card of a student: as it was published, or a draft from the present scores.',
  fields: (t) => ({
    content: t.string({
      description: 'JSON, as reportCard.schema.ts checks it.',
      resolve: ({ card }) => JSON.stringify(card),
    }),
    published: t.field({
      type: PublishedFactsType,
      nullable: true,
      description: 'Null for a draft.',
      resolve: ({ published }) => published,
    }),
    photoUrl: t.exposeString('photoUrl', { nullable: true }),
    logoUrl: t.exposeString('logoUrl', { nullable: true }),
    signatureUrl: t.exposeString('signatureUrl', { nullable: true }),
  }),
})

builder.queryFields((t) => ({
  studentCard: commandField(t, viewStudentCard, {
    type: StudentCardType,
    args: {
      sectionId: t.arg.id(),
      studentId: t.arg.id(),
      part: t.arg.string({ required: false, description: 'None for the year.' }),
    },
  }),
}))

import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { sayStored } from '#platform/languages/storedTexts.ts'
import { publishForm, withdrawForm } from '../publishing.schema.ts'
import { listPublications, publishResults, viewPublishedCards, withdrawResults } from './publishing.commands.ts'
import { publishingActions } from './publishing.permissions.ts'
import type { CardRow, PublicationRow } from './publishing.sql.ts'

const publicationCan = viewerCan<PublicationRow, 'withdraw' | 'cancelMessages'>('ResultPublication', {
  withdraw: publishingActions.withdraw,
  cancelMessages: publishingActions.cancelMessages,
})

export const PublicationType = builder.objectRef<PublicationRow>('ResultPublication').implement({
  description: 'The published results of a section in a part.',
  fields: (t) => ({
    id: t.exposeID('id'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    part: t.string({ nullable: true, description: 'Null for the year.', resolve: ({ part }) => part || null }),
    supplementary: t.exposeBoolean('supplementary', {
      description: 'Whether it has cards only of students who were examined again.',
    }),
    visibleFrom: t.exposeString('visibleFrom', { description: 'The day from which families see the cards.' }),
    cards: t.exposeInt('cards', { description: 'Number of cards.' }),
    leftOut: t.exposeInt('leftOut', { description: 'Number of students without one, because scores are missing.' }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime' }),
    publishedByName: t.exposeString('publishedByName'),
    withdrawnAt: t.expose('withdrawnAt', { type: 'DateTime', nullable: true }),
    withdrawnByName: t.exposeString('withdrawnByName', { nullable: true }),
    withdrawReason: t.exposeString('withdrawReason', { nullable: true }),
    messagesOrdered: t.exposeBoolean('messagesOrdered', {
      description: 'Whether families are told on the day from which they see the cards.',
    }),
    messagesSentAt: t.expose('messagesSentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When messages to families were queued last.',
    }),
    messagesProblem: t.string({
      nullable: true,
      description: 'Why the ordered messages have not gone, though it is time. They are tried again every hour.',
      resolve: ({ messagesProblem }) => messagesProblem && sayStored(messagesProblem),
    }),
    viewerCan: t.field({ type: publicationCan.type, resolve: publicationCan.resolve }),
  }),
})

const CardType = builder.objectRef<CardRow>('PublishedCard').implement({
  description: 'The report card of a student as it was published.',
  fields: (t) => ({
    id: t.exposeID('id'),
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name', { description: 'The name of the student today.' }),
    termName: t.exposeString('termName'),
    className: t.exposeString('className'),
    sectionName: t.exposeString('sectionName'),
    part: t.string({ nullable: true, description: 'Null for the year.', resolve: ({ part }) => part || null }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime' }),
    visibleFrom: t.exposeString('visibleFrom'),
    content: t.exposeString('content', { description: 'JSON, as reportCard.schema.ts checks it.' }),
    token: t.exposeString('token', { description: 'The code on the paper.' }),
  }),
})

builder.queryFields((t) => ({
  resultPublications: commandField(t, listPublications, {
    type: [PublicationType],
    description: 'The publications of a term, or of one section, the newest first, also those that were withdrawn.',
    args: { termId: t.arg.id(), sectionId: t.arg.id({ required: false }) },
  }),
  publishedCards: commandField(t, viewPublishedCards, { type: [CardType], args: { id: t.arg.id() } }),
}))

builder.mutationFields((t) => ({
  publishResults: commandField(t, publishResults, {
    work: 500,
    type: PublicationType,
    input: inputType('PublishForm', publishForm),
  }),
  withdrawResults: commandField(t, withdrawResults, {
    type: PublicationType,
    input: inputType('WithdrawForm', withdrawForm),
  }),
}))

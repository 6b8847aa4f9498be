import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { reexaminationCell, reexaminationForm } from '../reexamination.schema.ts'
import { scoreOf, showScore } from '../scores.rules.ts'
import { enterReexaminations, listReexaminations, viewReexaminationHistory } from './reexamination.commands.ts'
import { reexaminationActions } from './reexamination.permissions.ts'
import type { ReexaminationRow } from './reexamination.sql.ts'
import { ChangeType } from './scores.graphql.ts'
import { sayShortfall } from './sayScheme.ts'

const reexaminationCan = viewerCan<ReexaminationRow, 'enter' | 'publish'>('Reexamination', {
  enter: reexaminationActions.enter,
  publish: reexaminationActions.publish,
})

const ReexaminationType = builder.objectRef<ReexaminationRow>('Reexamination').implement({
  description: 'A subject in which a student is examined again, with the second score.',
  fields: (t) => ({
    studentId: t.exposeID('studentId'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    sectionId: t.exposeID('sectionId'),
    sectionName: t.exposeString('sectionName'),
    className: t.exposeString('className'),
    subjectId: t.exposeID('subjectId', { description: 'The assessed subject.' }),
    subjectName: t.exposeString('subjectName'),
    highestMarks: t.exposeInt('highestMarks', { description: 'The marks of the subject, in hundredths.' }),
    shortfalls: t.stringList({
      description: 'What was not reached, in words.',
      resolve: ({ shortfalls }) => shortfalls.map(sayShortfall),
    }),
    value: t.string({
      description: "As it is typed: `41.5`, `AB`; '' for none.",
      resolve: (row) => showScore(scoreOf(row), []),
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', nullable: true }),
    changedByName: t.exposeString('changedByName', { nullable: true }),
    teachers: t.exposeStringList('teachers', { description: 'Who enters the score.' }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a card after the second examination was published.',
    }),
    viewerCan: t.field({ type: reexaminationCan.type, resolve: reexaminationCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  reexaminations: commandField(t, listReexaminations, {
    type: [ReexaminationType],
    description: 'Who is examined again in what, by published results of the year.',
    args: { termId: t.arg.id(), sectionId: t.arg.id({ required: false }) },
  }),
  reexaminationHistory: commandField(t, viewReexaminationHistory, {
    type: [ChangeType],
    description: 'Every change of a second score, the newest first.',
    input: inputType('ReexaminationCell', reexaminationCell),
  }),
}))

builder.mutationFields((t) => ({
  enterReexaminations: commandField(t, enterReexaminations, {
    type: [ReexaminationType],
    input: inputType('ReexaminationForm', reexaminationForm),
  }),
}))

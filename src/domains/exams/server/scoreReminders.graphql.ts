import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { scoreReminder } from '../scoreReminders.schema.ts'
import { type MissingSheet, remindOfScores, viewScoreReminder } from './scoreReminders.commands.ts'
import type { RemindedTeacher } from './scoreReminders.sql.ts'

const TeacherType = builder.objectRef<RemindedTeacher>('RemindedTeacher').implement({
  fields: (t) => ({
    userId: t.exposeID('userId'),
    name: t.exposeString('name'),
    phone: t.exposeString('phone'),
    hasDevice: t.exposeBoolean('hasDevice', { description: 'Whether the teacher gets notifications.' }),
  }),
})

const SheetType = builder.objectRef<MissingSheet>('MissingScoreSheet').implement({
  description: 'A sheet with missing scores, and who is reminded of it.',
  fields: (t) => ({
    sectionId: t.exposeID('sectionId'),
    subjectId: t.exposeID('subjectId'),
    title: t.exposeString('title', { description: 'Such as `7-B Science`.' }),
    missing: t.exposeInt('missing'),
    teachers: t.field({ type: [TeacherType], resolve: ({ teachers }) => [...teachers] }),
    askedAt: t.expose('askedAt', { type: 'DateTime', nullable: true, description: 'When they were reminded today.' }),
    askedByName: t.exposeString('askedByName', { nullable: true }),
  }),
})

builder.queryFields((t) => ({
  scoreReminder: commandField(t, viewScoreReminder, {
    type: [SheetType],
    description: 'The sheets of a part with missing scores of which the viewer may remind.',
    args: { termId: t.arg.id(), part: t.arg.string(), sectionId: t.arg.id({ required: false }) },
  }),
}))

builder.mutationFields((t) => ({
  remindOfScores: commandField(t, remindOfScores, {
    type: 'Int',
    description: 'Reminds the teachers of sheets with missing scores, and returns how many of them get a notification.',
    input: inputType('ScoreReminder', scoreReminder),
  }),
}))

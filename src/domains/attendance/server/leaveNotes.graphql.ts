import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { leaveNoteChoice, leaveNoteInput, leaveNotesView } from '../attendance.schema.ts'
import { addLeaveNote, listLeaveNotes, withdrawLeaveNote } from './leaveNotes.commands.ts'
import type { LeaveNote } from './leaveNotes.sql.ts'

export const LeaveNoteType = builder.objectRef<LeaveNote>('LeaveNote').implement({
  description: 'What a guardian has told the teacher: the student stays away on these days, and why.',
  fields: (t) => ({
    id: t.exposeID('id'),
    studentId: t.exposeID('studentId'),
    fromDay: t.exposeString('fromDay'),
    toDay: t.exposeString('toDay'),
    reason: t.exposeString('reason'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  leaveNotes: commandField(t, listLeaveNotes, {
    type: [LeaveNoteType],
    description: 'What guardians have told about a day of the students of a section.',
    input: inputType('LeaveNotesView', leaveNotesView),
  }),
}))

builder.mutationFields((t) => ({
  addLeaveNote: t.field({
    type: LeaveNoteType,
    description: "Tells a child's teacher of an absence. For guardians who are signed in.",
    args: { place: t.arg.string(), input: t.arg({ type: inputType('LeaveNoteInput', leaveNoteInput) }) },
    resolve: (_, { place, input }, call) => addLeaveNote(call, place, input),
  }),
  withdrawLeaveNote: t.field({
    type: 'Boolean',
    description: 'Takes back what was told, because the child comes after all. For guardians who are signed in.',
    args: { place: t.arg.string(), input: t.arg({ type: inputType('LeaveNoteChoice', leaveNoteChoice) }) },
    resolve: (_, { place, input }, call) => withdrawLeaveNote(call, place, input),
  }),
}))

import { DocumentJobType } from '#platform/documentJobs/documentJobs.graphql.ts'
import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { MessageBatchType, MessagesPreviewType } from '#domains/messaging/server/batchTypes.exports.ts'
import { examMessagesOrder, hallTicketsOrder } from '../dateSheet.schema.ts'
import { previewExamMessages, sendExamMessages } from './examMessages.commands.ts'
import { orderHallTickets } from './hallTickets.commands.ts'

builder.queryField('examMessagesPreview', (t) =>
  commandField(t, previewExamMessages, { work: 60, type: MessagesPreviewType, args: { id: t.arg.id() } }),
)

builder.mutationFields((t) => ({
  orderHallTickets: commandField(t, orderHallTickets, {
    type: DocumentJobType,
    input: inputType('HallTicketsOrder', hallTicketsOrder),
  }),
  sendExamMessages: commandField(t, sendExamMessages, {
    work: 60,
    type: MessageBatchType,
    input: inputType('ExamMessagesOrder', examMessagesOrder),
  }),
}))

import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { MessageBatchType, MessagesPreviewType } from '#domains/messaging/server/batchTypes.exports.ts'
import { resultMessagesChoice, resultMessagesOrder } from '../resultMessages.schema.ts'
import { PublicationType } from './publishing.graphql.ts'
import { cancelResultMessages, previewResultMessages, sendResultMessages } from './resultMessages.commands.ts'

builder.queryField('resultMessagesPreview', (t) =>
  commandField(t, previewResultMessages, {
    work: 60,
    type: MessagesPreviewType,
    input: inputType('ResultMessagesChoice', resultMessagesChoice),
  }),
)

builder.mutationFields((t) => ({
  sendResultMessages: commandField(t, sendResultMessages, {
    work: 60,
    type: MessageBatchType,
    input: inputType('ResultMessagesOrder', resultMessagesOrder),
  }),
  cancelResultMessages: commandField(t, cancelResultMessages, {
    type: PublicationType,
    description: 'Takes back the order to tell families on the day from which they see the cards.',
    args: { id: t.arg.id() },
  }),
}))

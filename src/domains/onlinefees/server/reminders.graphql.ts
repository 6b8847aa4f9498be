import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { MessageBatchType, MessagesPreviewType } from '#domains/messaging/server/batchTypes.exports.ts'
import { pendingFilter } from '#domains/fees/schemas.exports.ts'
import { remindersOrder } from '../onlinefees.schema.ts'
import { previewFeeReminders, sendFeeReminders } from './reminders.commands.ts'

builder.queryField('feeRemindersPreview', (t) =>
  commandField(t, previewFeeReminders, {
    work: 100,
    type: MessagesPreviewType,
    input: inputType('PendingFilter', pendingFilter),
  }),
)

builder.mutationField('sendFeeReminders', (t) =>
  commandField(t, sendFeeReminders, { work: 100, type: MessageBatchType, input: inputType('FeeRemindersOrder', remindersOrder) }),
)

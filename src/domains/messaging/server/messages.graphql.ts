import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { sayStored } from '#platform/languages/storedTexts.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import { maskPhone } from '#shared/phones.ts'
import { messageId, messagesOfStudentView, messagesView } from '../messages.schema.ts'
import type { MessageStep } from './messageList.sql.ts'
import {
  cancelMessage,
  listMessages,
  listMessagesOfStudent,
  type Message,
  type MessageList,
  retryMessage,
} from './messages.commands.ts'
import { messageActions } from './messages.permissions.ts'
import { MessageChannelType, MessageCountType, MessageKindType, MessageStateType } from './batchTypes.exports.ts'

const MessageEventType = builder.objectRef<MessageStep>('MessageEvent').implement({
  description: "A step in a message's history.",
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    channel: t.field({ type: MessageChannelType, resolve: (step) => step.channel }),
    state: t.field({ type: MessageStateType, resolve: (step) => step.state }),
    detail: t.string({ description: 'The reason as text; empty for none.', resolve: (step) => sayStored(step.detail) }),
  }),
})

const messageCan = viewerCan<Message, 'cancel' | 'retry'>('Message', {
  cancel: messageActions.cancel,
  retry: messageActions.retry,
})

const MessageType = builder.objectRef<Message>('Message').implement({
  description: 'A message to one recipient about one event.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({ type: MessageKindType, resolve: (message) => message.kind }),
    templateName: t.exposeString('templateName', { description: 'The template name of a notice; empty for other kinds.' }),
    channel: t.field({
      type: MessageChannelType,
      description: 'The current channel.',
      resolve: (message) => message.channel,
    }),
    channels: t.field({
      type: [MessageChannelType],
      description: 'All channels, in the order they are tried.',
      resolve: (message) => message.channels,
    }),
    state: t.field({ type: MessageStateType, resolve: (message) => message.state }),
    studentNames: t.exposeStringList('studentNames'),
    phone: t.string({
      description: 'Empty for none. Masked as 98xxxxxx10 for a TEACHER.',
      resolve: ({ phone }, _, { viewer }) => (viewer?.role === 'TEACHER' ? maskPhone(phone) : phone),
    }),
    email: t.string({
      description: 'Empty for none. Always empty for a TEACHER.',
      resolve: ({ email }, _, { viewer }) => (viewer?.role === 'TEACHER' ? '' : email),
    }),
    text: t.exposeString('text', { description: 'The text as last sent; before that, as it would be sent now.' }),
    queuedAt: t.expose('queuedAt', { type: 'DateTime' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'The earliest time it is sent.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    stateAt: t.expose('stateAt', { type: 'DateTime' }),
    failure: t.string({
      nullable: true,
      description: 'Why it failed, is unknown or was cancelled.',
      resolve: (message) => message.failure && sayStored(message.failure),
    }),
    attempts: t.int({ description: 'Number of tries over all channels.', resolve: (message) => message.tries }),
    events: t.field({
      type: [MessageEventType],
      resolve: (message) => message.events.map((event) => ({ ...event, at: new Date(event.at) })),
    }),
    viewerCan: t.field({ type: messageCan.type, resolve: messageCan.resolve }),
  }),
})

const MessageListType = builder.objectRef<MessageList>('MessageList').implement({
  fields: (t) => ({
    total: t.exposeInt('total'),
    rows: t.field({ type: [MessageType], resolve: (list) => list.rows }),
    counts: t.field({
      type: [MessageCountType],
      description: 'Counts of all states, whichever state is selected.',
      resolve: (list) => list.counts,
    }),
  }),
})

builder.objectFields(StudentOverviewType, (t) => ({
  messages: t.field({
    type: [MessageType],
    nullable: true,
    description: 'The newest hundred, newest first.',
    ...partOfOverview(listMessagesOfStudent),
  }),
}))

builder.queryFields((t) => ({
  messages: commandField(t, listMessages, { type: MessageListType, input: inputType('MessagesView', messagesView) }),
  messagesOfStudent: commandField(t, listMessagesOfStudent, {
    type: [MessageType],
    description: 'The newest hundred messages about a student.',
    input: inputType('MessagesOfStudentView', messagesOfStudentView),
  }),
}))

builder.mutationFields((t) => ({
  cancelMessage: commandField(t, cancelMessage, { type: MessageType, input: inputType('MessageId', messageId) }),
  retryMessage: commandField(t, retryMessage, {
    type: MessageType,
    description: 'Queues a failed or unknown message again.',
    input: inputType('MessageId', messageId),
  }),
}))

import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/input.ts'
import { maskedPhone } from '#shared/phones.ts'
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
import { MessageChannelType, MessageCountType, MessageKindType, MessageStateType } from './templates.graphql.ts'

const MessageEventType = builder.objectRef<MessageStep>('MessageEvent').implement({
  description: 'A step of what became of a message.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    channel: t.field({ type: MessageChannelType, resolve: (step) => step.channel }),
    state: t.field({ type: MessageStateType, resolve: (step) => step.state }),
    detail: t.exposeString('detail', { description: 'Why, in words; empty where there is nothing to say.' }),
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
    templateName: t.exposeString('templateName', { description: 'Of a notice that a person has sent.' }),
    channel: t.field({
      type: MessageChannelType,
      description: 'The one it is at.',
      resolve: (message) => message.channel,
    }),
    channels: t.field({
      type: [MessageChannelType],
      description: 'All that are tried, in this order.',
      resolve: (message) => message.channels,
    }),
    state: t.field({ type: MessageStateType, resolve: (message) => message.state }),
    studentNames: t.exposeStringList('studentNames'),
    phone: t.string({
      description: 'Empty where there is none; 98xxxxxx10 to a TEACHER.',
      resolve: ({ phone }, _, { viewer }) => (viewer?.role === 'TEACHER' ? maskedPhone(phone) : phone),
    }),
    email: t.string({
      description: 'Empty where there is none, and to a TEACHER.',
      resolve: ({ email }, _, { viewer }) => (viewer?.role === 'TEACHER' ? '' : email),
    }),
    text: t.exposeString('text', { description: 'As it was handed over at last; before, as it would be now.' }),
    queuedAt: t.expose('queuedAt', { type: 'DateTime' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'Not sent before.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    stateAt: t.expose('stateAt', { type: 'DateTime' }),
    failure: t.exposeString('failure', { nullable: true, description: 'Why it failed, is not known or was cancelled.' }),
    attempts: t.int({ description: 'How often it was handed over, by all channels.', resolve: (message) => message.tries }),
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
      description: 'Of all states that there are, whichever is chosen.',
      resolve: (list) => list.counts,
    }),
  }),
})

builder.queryFields((t) => ({
  messages: t.field({
    type: MessageListType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessagesView', messagesView) }) },
    resolve: (_, { schoolId, input }, call) => listMessages(call, schoolId, input),
  }),
  messagesOfStudent: t.field({
    type: [MessageType],
    description: 'The newest hundred.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessagesOfStudentView', messagesOfStudentView) }) },
    resolve: (_, { schoolId, input }, call) => listMessagesOfStudent(call, schoolId, input),
  }),
}))

builder.mutationFields((t) => ({
  cancelMessage: t.field({
    type: MessageType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessageId', messageId) }) },
    resolve: (_, { schoolId, input }, call) => cancelMessage(call, schoolId, input),
  }),
  retryMessage: t.field({
    type: MessageType,
    description: 'Sends one that failed, or of which nobody knows, once more.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('MessageId', messageId) }) },
    resolve: (_, { schoolId, input }, call) => retryMessage(call, schoolId, input),
  }),
}))

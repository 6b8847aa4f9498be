import { builder } from '#platform/graphql/builder.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { authorName } from '../chat.rules.ts'
import { familyAttachmentChoice, familyChatRead, familyChatView, familyMessageInput } from '../chat.schema.ts'
import { AttachmentType } from './chat.graphql.ts'
import { type FamilyMessageRow, markFamilyChatRead, sendFamilyMessage } from './familyChat.commands.ts'
import { type FamilyChat, viewFamilyAttachment, viewFamilyChat } from './familyChat.queries.ts'

const MessageType = builder.objectRef<FamilyMessageRow>('FamilyChatMessage').implement({
  description: 'A message in a conversation of a child, for its guardian.',
  fields: (t) => ({
    id: t.id({ resolve: ({ message }) => message.id }),
    ofFamily: t.boolean({ resolve: ({ message }) => message.author === 'FAMILY' }),
    mine: t.boolean({ resolve: ({ guardian, message }) => message.writtenBy === guardian }),
    authorName: t.string({ resolve: ({ message }) => authorName(message) }),
    at: t.field({ type: 'DateTime', resolve: ({ message }) => message.at }),
    text: t.string({
      description: 'Empty for a removed message.',
      resolve: ({ message }) => (message.removedAt === null ? message.text : ''),
    }),
    attachment: t.field({
      type: AttachmentType,
      nullable: true,
      resolve: ({ message }) => (message.removedAt === null && message.fileId !== null ? message : null),
    }),
    removed: t.boolean({ resolve: ({ message }) => message.removedAt !== null }),
  }),
})

const ChatType = builder.objectRef<FamilyChat>('FamilyChat').implement({
  description: 'A conversation of a child with the school, or of its section, for its guardian.',
  fields: (t) => ({
    rows: t.field({
      type: [MessageType],
      description: 'Oldest first.',
      resolve: ({ guardian, messages }) => messages.rows.map((message) => ({ guardian, message })),
    }),
    more: t.boolean({ resolve: ({ messages }) => messages.more }),
    version: t.id({ resolve: ({ messages }) => messages.version }),
    readUpTo: t.id({
      description: 'The last message that somebody of the school has read; 0 for none.',
      resolve: ({ messages }) => messages.reads.at(-1) ?? 0,
    }),
    whyNotWrite: t.exposeString('whyNotWrite', {
      nullable: true,
      description: 'Why the guardian cannot write here; null when it can.',
    }),
  }),
})

builder.queryFields((t) => ({
  familyChat: t.field({
    type: ChatType,
    description: 'A conversation of a child. For guardians who are signed in.',
    args: { place: t.arg.string(), input: t.arg({ type: inputType('FamilyChatView', familyChatView) }) },
    resolve: (_, { place, input }, call) => viewFamilyChat(call, place, input),
  }),
  familyChatAttachment: t.field({
    type: 'String',
    description: 'The address of an attachment, valid for 15 minutes. For guardians who are signed in.',
    args: { place: t.arg.string(), input: t.arg({ type: inputType('FamilyAttachmentChoice', familyAttachmentChoice) }) },
    resolve: (_, { place, input }, call) => viewFamilyAttachment(call, place, input),
  }),
}))

builder.mutationFields((t) => ({
  sendFamilyMessage: t.field({
    type: MessageType,
    description: "Writes to the school in a child's own conversation. For guardians who are signed in.",
    args: { place: t.arg.string(), input: t.arg({ type: inputType('FamilyMessageInput', familyMessageInput) }) },
    resolve: (_, { place, input }, call) => sendFamilyMessage(call, place, input),
  }),
  markFamilyChatRead: t.field({
    type: 'Boolean',
    description: 'Marks a conversation of a child as read up to a message. For guardians who are signed in.',
    args: { place: t.arg.string(), input: t.arg({ type: inputType('FamilyChatRead', familyChatRead) }) },
    resolve: (_, { place, input }, call) => markFamilyChatRead(call, place, input),
  }),
}))

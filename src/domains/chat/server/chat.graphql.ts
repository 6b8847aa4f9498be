import { z } from 'zod'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { enumType, inputType } from '#platform/graphql/input.ts'
import { fileUrl } from '#platform/files/files.ts'
import { threadDetail, threadTitle } from '../chat.rules.ts'
import {
  attachmentChoice,
  chatMessageInput,
  chatRead,
  chatRemoval,
  contactsView,
  messagesView,
  threadChoice,
  threadClosed,
  threadOpening,
  threadsView,
} from '../chat.schema.ts'
import { markChatRead, openThread, removeChatMessage, sendChatMessage, setThreadClosed } from './chat.commands.ts'
import { chatActions } from './chat.permissions.ts'
import {
  countUnread,
  listContacts,
  listMessages,
  listThreads,
  type Messages,
  viewAttachment,
  viewThread,
} from './chat.queries.ts'
import type { MessageRow, ThreadRow } from './chat.sql.ts'

const Author = enumType('ChatAuthor', z.enum(['STAFF', 'FAMILY']).meta({ graphql: 'ChatAuthor' }))

const threadCan = viewerCan<ThreadRow, 'send' | 'setClosed'>('ChatThread', {
  send: chatActions.send,
  setClosed: chatActions.setClosed,
})
const messageCan = viewerCan<MessageRow, 'remove'>('ChatMessage', { remove: chatActions.remove })

const ThreadType = builder.objectRef<ThreadRow>('ChatThread').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    sectionId: t.exposeID('sectionId', { nullable: true }),
    studentId: t.exposeID('studentId', { nullable: true }),
    title: t.string({ resolve: (thread, _, { viewer }) => threadTitle(thread, viewer?.role ?? 'STUDENT') }),
    detail: t.string({ resolve: (thread, _, { viewer }) => threadDetail(thread, viewer?.role ?? 'STUDENT') }),
    unread: t.exposeBoolean('unread'),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
    closedByName: t.exposeString('closedByName', { nullable: true }),
    lastMessageId: t.exposeID('lastMessageId', { nullable: true }),
    lastAt: t.expose('lastAt', { type: 'DateTime', nullable: true }),
    lastByName: t.exposeString('lastByName', { nullable: true }),
    lastAuthor: t.field({ type: Author, nullable: true, resolve: (thread) => thread.lastAuthor as 'STAFF' | 'FAMILY' | null }),
    lastText: t.exposeString('lastText', {
      nullable: true,
      description: 'The beginning of the last message; null where it was removed.',
    }),
    lastHasFile: t.exposeBoolean('lastHasFile'),
    lastReadId: t.exposeID('lastReadId', { nullable: true, description: 'How far the viewer has read.' }),
    viewerCan: t.field({ type: threadCan.type, resolve: threadCan.resolve }),
  }),
})

const AttachmentType = builder.objectRef<MessageRow>('ChatAttachment').implement({
  fields: (t) => ({
    name: t.string({ resolve: (message) => message.fileName ?? '' }),
    contentType: t.string({ resolve: (message) => message.contentType ?? '' }),
    size: t.int({ description: 'In bytes.', resolve: (message) => message.size ?? 0 }),
    url: t.string({
      description: 'Holds for a quarter of an hour; later, chatAttachment answers another.',
      resolve: (message, _, call) => fileUrl(call, message.schoolId, message.fileId, 'chat-attachment') ?? '',
    }),
  }),
})

const MessageType = builder.objectRef<MessageRow>('ChatMessage').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    threadId: t.exposeID('threadId'),
    author: t.field({ type: Author, resolve: (message) => message.author as 'STAFF' | 'FAMILY' }),
    authorName: t.exposeString('writtenByName'),
    mine: t.boolean({ resolve: (message, _, { viewer }) => message.writtenBy === viewer?.subject }),
    at: t.expose('at', { type: 'DateTime' }),
    text: t.string({
      description: 'Empty for a message that was removed.',
      resolve: (message) => (message.removedAt === null ? message.text : ''),
    }),
    attachment: t.field({
      type: AttachmentType,
      nullable: true,
      resolve: (message) => (message.removedAt === null && message.fileId !== null ? message : null),
    }),
    removedAt: t.expose('removedAt', { type: 'DateTime', nullable: true }),
    removedByName: t.exposeString('removedByName', { nullable: true }),
    removedReason: t.string({
      nullable: true,
      description: 'For staff.',
      resolve: (message, _, { viewer }) => (viewer?.role === 'STUDENT' ? null : message.removedReason),
    }),
    viewerCan: t.field({ type: messageCan.type, resolve: messageCan.resolve }),
  }),
})

const ThreadsType = builder.objectRef<{ rows: ThreadRow[]; more: boolean }>('ChatThreads').implement({
  fields: (t) => ({
    rows: t.field({ type: [ThreadType], resolve: (list) => list.rows }),
    more: t.exposeBoolean('more'),
  }),
})

const MessagesType = builder.objectRef<Messages>('ChatMessages').implement({
  fields: (t) => ({
    rows: t.field({ type: [MessageType], resolve: (list) => list.rows }),
    more: t.exposeBoolean('more'),
    version: t.exposeID('version'),
    reads: t.idList({
      description: 'How far each reader of the other side has read, ascending: the id of a message, or 0.',
      resolve: (list) => list.reads,
    }),
  }),
})

type Contacts = Awaited<ReturnType<typeof listContacts>>

const ContactSectionType = builder.objectRef<Contacts['sections'][number]>('ChatContactSection').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.string({ resolve: ({ className, sectionName }) => `${className}-${sectionName}` }),
  }),
})

const ContactStudentType = builder.objectRef<Contacts['students'][number]>('ChatContactStudent').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    roll: t.exposeString('roll'),
    section: t.string({ resolve: ({ className, sectionName }) => `${className}-${sectionName}` }),
    hasAccount: t.exposeBoolean('hasAccount'),
  }),
})

const ContactsType = builder.objectRef<Contacts>('ChatContacts').implement({
  fields: (t) => ({
    sections: t.field({ type: [ContactSectionType], resolve: (contacts) => contacts.sections }),
    students: t.field({ type: [ContactStudentType], resolve: (contacts) => contacts.students }),
    more: t.exposeBoolean('more'),
  }),
})

builder.queryFields((t) => ({
  chatUnread: t.int({
    description: 'In how many conversations there is something for the viewer to read.',
    args: { schoolId: t.arg.id() },
    resolve: (_, { schoolId }, call) => countUnread(call, schoolId, {}),
  }),
  chatThreads: t.field({
    type: ThreadsType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatThreadsView', threadsView) }) },
    resolve: (_, { schoolId, input }, call) => listThreads(call, schoolId, input),
  }),
  chatThread: t.field({
    type: ThreadType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatThreadChoice', threadChoice) }) },
    resolve: (_, { schoolId, input }, call) => viewThread(call, schoolId, input),
  }),
  chatMessages: t.field({
    type: MessagesType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatMessagesView', messagesView) }) },
    resolve: (_, { schoolId, input }, call) => listMessages(call, schoolId, input),
  }),
  chatAttachment: t.string({
    description: 'Where an attachment can be read for a quarter of an hour.',
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatAttachmentChoice', attachmentChoice) }) },
    resolve: (_, { schoolId, input }, call) => viewAttachment(call, schoolId, input),
  }),
  chatContacts: t.field({
    type: ContactsType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatContactsView', contactsView) }) },
    resolve: (_, { schoolId, input }, call) => listContacts(call, schoolId, input),
  }),
}))

builder.mutationFields((t) => ({
  openChatThread: t.field({
    type: ThreadType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatThreadOpening', threadOpening) }) },
    resolve: (_, { schoolId, input }, call) => openThread(call, schoolId, input),
  }),
  sendChatMessage: t.field({
    type: MessageType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatMessageInput', chatMessageInput) }) },
    resolve: (_, { schoolId, input }, call) => sendChatMessage(call, schoolId, input),
  }),
  markChatRead: t.field({
    type: ThreadType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatRead', chatRead) }) },
    resolve: (_, { schoolId, input }, call) => markChatRead(call, schoolId, input),
  }),
  removeChatMessage: t.field({
    type: MessageType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatRemoval', chatRemoval) }) },
    resolve: (_, { schoolId, input }, call) => removeChatMessage(call, schoolId, input),
  }),
  setChatThreadClosed: t.field({
    type: ThreadType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('ChatThreadClosed', threadClosed) }) },
    resolve: (_, { schoolId, input }, call) => setThreadClosed(call, schoolId, input),
  }),
}))

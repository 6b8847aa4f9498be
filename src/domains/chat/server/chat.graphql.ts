import { z } from 'zod'
import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { fileUrl } from '#platform/files/files.ts'
import { type StudentHead, StudentHeadType } from '#domains/students/server/studentHead.exports.ts'
import { authorName, sectionLabel, threadDetail, threadTitle } from '../chat.rules.ts'
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
    student: t.field({
      type: StudentHeadType,
      nullable: true,
      description: 'The student of the conversation, in the current term. Only for staff.',
      resolve: (thread, _, { viewer }) => (viewer?.role === 'STUDENT' ? null : studentOf(thread)),
    }),
    unread: t.exposeBoolean('unread'),
    closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
    closedByName: t.exposeString('closedByName', { nullable: true }),
    lastMessageId: t.exposeID('lastMessageId', { nullable: true }),
    lastAt: t.expose('lastAt', { type: 'DateTime', nullable: true }),
    lastByName: t.exposeString('lastByName', { nullable: true }),
    lastAuthor: t.field({ type: Author, nullable: true, resolve: (thread) => thread.lastAuthor as 'STAFF' | 'FAMILY' | null }),
    lastText: t.exposeString('lastText', {
      nullable: true,
      description: 'The start of the last message; null when it was removed.',
    }),
    lastHasFile: t.exposeBoolean('lastHasFile'),
    lastReadId: t.exposeID('lastReadId', { nullable: true, description: 'The last message that the viewer has read.' }),
    viewerCan: t.field({ type: threadCan.type, resolve: threadCan.resolve }),
  }),
})

function studentOf(thread: ThreadRow): StudentHead | null {
  if (thread.studentId === null) return null
  const { schoolId, studentId, studentName, registerNo, studentDisabled, photoFile, roll } = thread
  return {
    schoolId,
    id: studentId,
    name: studentName ?? '',
    registerNo: registerNo ?? '',
    disabled: studentDisabled ?? false,
    photoFile,
    sectionName: sectionLabel(thread),
    roll,
  }
}

export const AttachmentType = builder.objectRef<MessageRow>('ChatAttachment').implement({
  fields: (t) => ({
    name: t.string({ resolve: (message) => message.fileName ?? '' }),
    contentType: t.string({ resolve: (message) => message.contentType ?? '' }),
    size: t.int({ description: 'In bytes.', resolve: (message) => message.size ?? 0 }),
    url: t.string({
      description: 'Valid for 15 minutes; then chatAttachment returns a new one.',
      resolve: (message, _, call) => fileUrl(call, message.schoolId, message.fileId, 'chat-attachment') ?? '',
    }),
  }),
})

const MessageType = builder.objectRef<MessageRow>('ChatMessage').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    threadId: t.exposeID('threadId'),
    author: t.field({ type: Author, resolve: (message) => message.author as 'STAFF' | 'FAMILY' }),
    authorName: t.string({ resolve: authorName }),
    ofGuardian: t.boolean({
      description: "Written by a guardian, whom authorName names as the family; of a family's other messages the account wrote.",
      resolve: (message) => message.writtenByPhone !== null,
    }),
    mine: t.boolean({ resolve: (message, _, { viewer }) => message.writtenBy === viewer?.subject }),
    at: t.expose('at', { type: 'DateTime' }),
    text: t.string({
      description: 'Empty for a removed message.',
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
      description: 'Only for staff.',
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
      description: 'The last message read by each reader of the other side, ascending; 0 for none.',
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
    hasReader: t.exposeBoolean('hasReader', { description: 'Somebody of the family can sign in.' }),
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
  chatUnread: commandField(t, countUnread, {
    type: 'Int',
    description: 'Number of conversations with unread messages for the viewer.',
  }),
  chatThreads: commandField(t, listThreads, { type: ThreadsType, input: inputType('ChatThreadsView', threadsView) }),
  chatThread: commandField(t, viewThread, { type: ThreadType, input: inputType('ChatThreadChoice', threadChoice) }),
  chatMessages: commandField(t, listMessages, { type: MessagesType, input: inputType('ChatMessagesView', messagesView) }),
  chatAttachment: commandField(t, viewAttachment, {
    type: 'String',
    description: 'The address of an attachment, valid for 15 minutes.',
    input: inputType('ChatAttachmentChoice', attachmentChoice),
  }),
  chatContacts: commandField(t, listContacts, { type: ContactsType, input: inputType('ChatContactsView', contactsView) }),
}))

builder.mutationFields((t) => ({
  openChatThread: commandField(t, openThread, { type: ThreadType, input: inputType('ChatThreadOpening', threadOpening) }),
  sendChatMessage: commandField(t, sendChatMessage, {
    type: MessageType,
    input: inputType('ChatMessageInput', chatMessageInput),
  }),
  markChatRead: commandField(t, markChatRead, { type: ThreadType, input: inputType('ChatRead', chatRead) }),
  removeChatMessage: commandField(t, removeChatMessage, { type: MessageType, input: inputType('ChatRemoval', chatRemoval) }),
  setChatThreadClosed: commandField(t, setThreadClosed, { type: ThreadType, input: inputType('ChatThreadClosed', threadClosed) }),
}))

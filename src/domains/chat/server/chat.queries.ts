import { type Expression, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { query, type QueryContext } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import { attachmentChoice, contactsView, messagesView, threadChoice, threadsView } from '../chat.schema.ts'
import { chatActions } from './chat.permissions.ts'
import {
  contactSections,
  contactStudents,
  familyReads,
  type MessageRow,
  messageRows,
  staffReads,
  threadList,
  type ThreadRow,
  threadRows,
  unreadCount,
  visibleMessages,
} from './chat.sql.ts'

const threadPageSize = 30
const messagePageSize = 30
/** Page size for the changes since a version. */
const changePageSize = 200
const contactLimit = 100

/** Counts the conversations with unread messages for the viewer. */
export const countUnread = query({
  action: chatActions.read,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }) => {
    const [[row]] = await read(unreadCount(db, viewer, schoolId))
    return row?.count ?? 0
  },
})

/** Returns the viewer's conversations by last message, newest first. `more` when there are older ones. */
export const listThreads = query({
  action: chatActions.read,
  input: threadsView,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const searchMatch = searchCondition(schoolId, input.search)
    const [rows] = await read(threadList(db, viewer, schoolId, { ...input, searchMatch, limit: threadPageSize + 1 }))
    return { rows: rows.slice(0, threadPageSize), more: rows.length > threadPageSize }
  },
})

function searchCondition(schoolId: number, search: string): Expression<SqlBool> {
  if (search === '') return sql<SqlBool>`true`
  return sql<SqlBool>`(t.student_id is not null and ${matchesSearch(schoolId, search)}
    or t.section_id is not null and position(${search.toLowerCase()} in lower(c.name || '-' || s.name)) > 0)`
}

/** Returns one conversation. */
export const viewThread = query({
  action: chatActions.read,
  input: threadChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<ThreadRow> => {
    const [[thread]] = await read(threadRows(db, viewer, schoolId).where('t.id', '=', input.id))
    if (!thread) throw notFound()
    return thread
  },
})

/** Messages of a conversation, oldest first, with the read marks of the other side. */
export interface Messages {
  rows: MessageRow[]
  /** Whether there are older messages, or newer changes when a version was given. */
  more: boolean
  /** The version that the page is now up to date with. */
  version: number
  /** The last message read by each reader of the other side; 0 for none. */
  reads: number[]
}

/** Returns the newest messages of a conversation, those before a message, or the changes since a version. */
export const listMessages = query({
  action: chatActions.read,
  input: messagesView,
  run: ({ db, read, viewer, schoolId, input }) => readMessages({ db, read, viewer, schoolId }, input),
})

/**
 * Reads the messages of a conversation as {@link listMessages}.
 * @throws Refusal NOT_FOUND for one that the viewer may not see
 */
export async function readMessages(
  { db, read, viewer, schoolId }: Pick<QueryContext<unknown>, 'db' | 'read' | 'viewer' | 'schoolId'>,
  { threadId, before, seen }: z.output<typeof messagesView>,
): Promise<Messages> {
  const threadMessages = messageRows(db, schoolId).where('m.threadId', '=', threadId)
  const pageSize = seen === undefined ? messagePageSize : changePageSize
  const pageQuery =
    seen !== undefined
      ? threadMessages.where('m.version', '>', seen).orderBy('m.version')
      : (before === undefined ? threadMessages : threadMessages.where('m.id', '<', before)).orderBy('m.id', 'desc')
  const otherReads = viewer.role === 'STUDENT' ? staffReads(db, viewer, schoolId, threadId) : familyReads(db, schoolId, threadId)
  // Reads the conversation first: a message stored between the statements then has a higher version and comes next
  // time.
  const [[thread], messages, reads] = await read(
    threadRows(db, viewer, schoolId).where('t.id', '=', threadId),
    pageQuery.limit(pageSize + 1),
    otherReads,
  )
  if (!thread) throw notFound()
  const rows = messages.slice(0, pageSize)
  const more = messages.length > pageSize
  return {
    rows: rows.sort((a, b) => a.id - b.id),
    more,
    version: seen !== undefined && more ? Math.max(...rows.map((row) => row.version)) : thread.version,
    reads: reads.map((row) => row.lastReadId ?? 0).sort((a, b) => a - b),
  }
}

/** Returns a new address of an attachment. The one in a list expires while a page is open. */
export const viewAttachment = query({
  action: chatActions.read,
  input: attachmentChoice,
  run: async ({ db, read, call, viewer, schoolId, input }): Promise<string> => {
    const [[message]] = await read(visibleMessages(db, viewer, schoolId).where('m.id', '=', input.messageId))
    const url = message && message.removedAt === null ? fileUrl(call, schoolId, message.fileId, 'chat-attachment') : null
    if (url === null) throw notFound()
    return url
  },
})

/** Returns the staff member's contacts: all sections, and the students that match the search. */
export const listContacts = query({
  action: chatActions.contacts,
  input: contactsView,
  run: async ({ db, read, viewer, schoolId, input: { search, sectionId } }) => {
    const students = contactStudents(db, viewer, schoolId).where(matchesSearch(schoolId, search))
    const [sections, rows] = await read(
      contactSections(db, viewer, schoolId),
      (sectionId === undefined ? students : students.where('e.sectionId', '=', sectionId)).limit(contactLimit + 1),
    )
    return { sections, students: rows.slice(0, contactLimit), more: rows.length > contactLimit }
  },
})

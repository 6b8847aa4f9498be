import { type Expression, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { query } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import { foundBySearch } from '#domains/students/server/students.exports.ts'
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

const threadsAtOnce = 30
const messagesAtOnce = 30
/** What changed in a conversation while a page was not looked at comes in parts of so many. */
const changesAtOnce = 200
const contactsAtOnce = 100

/** In how many conversations there is something for the viewer to read. */
export const countUnread = query({
  action: chatActions.read,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }) => {
    const [[row]] = await read(unreadCount(db, viewer, schoolId))
    return row?.count ?? 0
  },
})

/** The viewer's conversations, the last message first; `more` when there are others before them. */
export const listThreads = query({
  action: chatActions.read,
  input: threadsView,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const found = foundIn(schoolId, input.search)
    const [rows] = await read(threadList(db, viewer, schoolId, { ...input, found, limit: threadsAtOnce + 1 }))
    return { rows: rows.slice(0, threadsAtOnce), more: rows.length > threadsAtOnce }
  },
})

function foundIn(schoolId: number, search: string): Expression<SqlBool> {
  if (search === '') return sql<SqlBool>`true`
  return sql<SqlBool>`(t.student_id is not null and ${foundBySearch(schoolId, search)}
    or t.section_id is not null and position(${search.toLowerCase()} in lower(c.name || '-' || s.name)) > 0)`
}

/** One conversation. */
export const viewThread = query({
  action: chatActions.read,
  input: threadChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<ThreadRow> => {
    const [[thread]] = await read(threadRows(db, viewer, schoolId).where('t.id', '=', input.id))
    if (!thread) throw notFound()
    return thread
  },
})

/** A part of a conversation, oldest first, and how far its other side has read. */
export interface Messages {
  rows: MessageRow[]
  /** There are older ones; of changes: newer ones. */
  more: boolean
  /** Up to where the page knows now what was written and removed. */
  version: number
  /** How far each reader of the other side has read: 0 for one who has read nothing. */
  reads: number[]
}

/** The newest messages of a conversation, those before one, or what changed since a version. */
export const listMessages = query({
  action: chatActions.read,
  input: messagesView,
  run: async ({ db, read, viewer, schoolId, input: { threadId, before, seen } }): Promise<Messages> => {
    const ofThread = messageRows(db, schoolId).where('m.threadId', '=', threadId)
    const atOnce = seen === undefined ? messagesAtOnce : changesAtOnce
    const wanted =
      seen !== undefined
        ? ofThread.where('m.version', '>', seen).orderBy('m.version')
        : (before === undefined ? ofThread : ofThread.where('m.id', '<', before)).orderBy('m.id', 'desc')
    const others = viewer.role === 'STUDENT' ? staffReads(db, viewer, schoolId, threadId) : familyReads(db, schoolId, threadId)
    // The conversation first: what is written between the two statements is asked for again, and not lost.
    const [[thread], found, reads] = await read(
      threadRows(db, viewer, schoolId).where('t.id', '=', threadId),
      wanted.limit(atOnce + 1),
      others,
    )
    if (!thread) throw notFound()
    const rows = found.slice(0, atOnce)
    const more = found.length > atOnce
    return {
      rows: rows.sort((a, b) => a.id - b.id),
      more,
      version: seen !== undefined && more ? Math.max(...rows.map((row) => row.version)) : thread.version,
      reads: reads.map((row) => row.lastReadId ?? 0).sort((a, b) => a - b),
    }
  },
})

/** Where an attachment can be read for a while: its address in a list has run out when a page was open for long. */
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

/** Whom a person of the staff may write to: all sections, and the students that a search finds. */
export const listContacts = query({
  action: chatActions.contacts,
  input: contactsView,
  run: async ({ db, read, viewer, schoolId, input: { search, sectionId } }) => {
    const students = contactStudents(db, viewer, schoolId).where(foundBySearch(schoolId, search))
    const [sections, rows] = await read(
      contactSections(db, viewer, schoolId),
      (sectionId === undefined ? students : students.where('e.sectionId', '=', sectionId)).limit(contactsAtOnce + 1),
    )
    return { sections, students: rows.slice(0, contactsAtOnce), more: rows.length > contactsAtOnce }
  },
})

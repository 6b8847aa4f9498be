import { z } from 'zod'
import { id, lines, requestKey, requiredText, text, uploadId } from '#shared/inputs.ts'

/** The longest message. */
export const longestMessage = 4000

/** The last id of what a page shows already; 0 where it shows nothing. */
const place = z.coerce.number<string | number>('Required').int('This is not an id').min(0, 'Required').meta({ graphql: 'ID' })

/** Which conversations a list shows. */
export const threadFilters = ['ALL', 'UNREAD', 'WAITING'] as const
export type ThreadFilter = (typeof threadFilters)[number]

export const threadsView = z.object({
  /** Of an earlier term, for an admin; the current one without it. */
  termId: id.optional(),
  /** Part of a student's name, a roll, a register number, or a section such as 7-B. */
  search: text(100).default(''),
  /** WAITING: a family has the last word. */
  filter: z.enum(threadFilters).meta({ graphql: 'ChatThreadFilter' }).default('ALL'),
  /** The last message of the last conversation that is shown: those before it are asked for. */
  before: place.optional(),
})

export const threadChoice = z.object({ id })

export const messagesView = z.object({
  threadId: id,
  /** The first message that is shown: those before it are asked for. */
  before: place.optional(),
  /** The version that the page shows: what was written or removed since is asked for. */
  seen: place.optional(),
})

export const attachmentChoice = z.object({ messageId: id })

export const contactsView = z.object({
  search: text(100).default(''),
  /** Only students of this section. */
  sectionId: id.optional(),
})

export const threadOpening = z
  .object({ sectionId: id.optional(), studentId: id.optional() })
  .refine(({ sectionId, studentId }) => (sectionId === undefined) !== (studentId === undefined), 'A section or a student')

/** What is typed: a text, a file, or both. */
export const chatMessageForm = z
  .object({ text: lines(longestMessage), fileId: uploadId.default(''), fileName: text(100).default('') })
  .refine(({ text: typed, fileId }) => typed !== '' || fileId !== '', {
    path: ['text'],
    message: 'Write something, or attach a file',
  })

export const chatMessageInput = z
  .object({ ...chatMessageForm.shape, key: requestKey, threadId: id })
  .refine(({ text: typed, fileId }) => typed !== '' || fileId !== '', {
    path: ['text'],
    message: 'Write something, or attach a file',
  })

export const chatRead = z.object({ threadId: id, messageId: id })

export const chatRemoval = z.object({ id, reason: requiredText(300) })

export const threadClosed = z.object({ id, closed: z.boolean() })

import { z } from 'zod'
import { id, lines, requestKey, requiredText, text, uploadId } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { maxMessageLength } from './chat.rules.ts'

const required = () => ({ error: () => t`Required` })

/** An id or version up to which a page is loaded; 0 for nothing. */
const idOrZero = z.coerce
  .number<string | number>(required())
  .int({ error: () => t`This is not an id` })
  .min(0, required())
  .meta({ graphql: 'ID' })

/** The filters of the conversation list. */
export const threadFilters = ['ALL', 'UNREAD', 'WAITING'] as const
export type ThreadFilter = (typeof threadFilters)[number]

export const threadsView = z.object({
  /** An earlier term, for admins; the current term by default. */
  termId: id.optional(),
  /** Part of a student's name, a roll, a register number, or a section such as 7-B. */
  search: text(100).default(''),
  /** WAITING: the last message is from a family. */
  filter: z.enum(threadFilters).meta({ graphql: 'ChatThreadFilter' }).default('ALL'),
  /** Returns conversations older than this one, given by its last message. */
  before: idOrZero.optional(),
})

export const threadChoice = z.object({ id })

export const messagesView = z.object({
  threadId: id,
  /** Returns messages older than this one. */
  before: idOrZero.optional(),
  /** Returns messages written or removed since this version. */
  seen: idOrZero.optional(),
})

export const attachmentChoice = z.object({ messageId: id })

export const contactsView = z.object({
  search: text(100).default(''),
  /** Only students of this section. */
  sectionId: id.optional(),
})

export const threadOpening = z
  .object({ sectionId: id.optional(), studentId: id.optional() })
  .refine(({ sectionId, studentId }) => (sectionId === undefined) !== (studentId === undefined), {
    error: () => t`A section or a student`,
  })

/** A message: a text, a file, or both. */
export const chatMessageForm = z
  .object({ text: lines(maxMessageLength), fileId: uploadId.default(''), fileName: text(100).default('') })
  .refine(({ text: typed, fileId }) => typed !== '' || fileId !== '', {
    path: ['text'],
    error: () => t`Write something, or attach a file`,
  })

export const chatMessageInput = z
  .object({ ...chatMessageForm.shape, key: requestKey, threadId: id })
  .refine(({ text: typed, fileId }) => typed !== '' || fileId !== '', {
    path: ['text'],
    error: () => t`Write something, or attach a file`,
  })

export const chatRead = z.object({ threadId: id, messageId: id })

export const chatRemoval = z.object({ id, reason: requiredText(300) })

/** A child of the guardian, and which of its two conversations: its own, or its section's. */
const familyThread = { studentId: id, ofSection: z.boolean().default(false) }

export const familyChatView = z.object({
  ...familyThread,
  /** Returns messages older than this one. */
  before: idOrZero.optional(),
  /** Returns messages written or removed since this version. */
  seen: idOrZero.optional(),
})

export const familyChatRead = z.object({ ...familyThread, messageId: id })

export const familyAttachmentChoice = z.object({ studentId: id, messageId: id })

export const familyMessageInput = z
  .object({ key: requestKey, studentId: id, text: lines(maxMessageLength) })
  .refine(({ text: typed }) => typed !== '', { path: ['text'], error: () => t`Write something` })

export const threadClosed = z.object({ id, closed: z.boolean() })

import { z } from 'zod'
import { day, id, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { messageStates } from './messaging.rules.ts'
import { messageChannel, messageKind } from './messaging.schema.ts'

export const messageState = z.enum(messageStates, { error: () => t`Required` }).meta({ graphql: 'MessageState' })

/** Filters and page of the message list. */
export const messagesView = z
  .object({
    kind: messageKind.optional(),
    state: messageState.optional(),
    channel: messageChannel.optional(),
    /** A student's name, register number or phone. */
    search: text(100).optional(),
    /** Only messages of this batch. */
    batchId: id.optional(),
    /** Range of the day a message was queued, both ends included. */
    from: day().optional(),
    to: day().optional(),
    /** From 0. */
    page: z.int().min(0).max(100_000).optional(),
    pageSize: z.int().min(1).max(1000).optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: () => t`Not before the first day`,
  })

export const messagesOfStudentView = z.object({ studentId: id })

export const messageId = z.object({ id })

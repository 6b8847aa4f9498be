import { z } from 'zod'
import { code, id, lines, requestKey } from '#shared/inputs.ts'
import { markValue } from '#shared/marks.schema.ts'
import { t } from '#shared/texts.ts'

const required = { error: () => t`Required` }
const atMost50 = { error: () => t`At most 50 at once` }

/** An id, or 0 for none, as the start of a lecture sends it (specification, section 3). */
const idOrNone = z.coerce
  .number<string | number>(required)
  .int({ error: () => t`This is not an id` })
  .min(0, required)
  .meta({ graphql: 'ID' })

/** The time by the device's own clock. It is stored for the record only and never used in a decision. */
const deviceTime = z.iso
  .datetime({ offset: true, error: () => t`This is not a date and time` })
  .transform((text) => new Date(text))
  .nullish()

const lectureIds = z.array(id).min(1, required).max(50, atMost50)

export const teachableView = z.object({ termId: id })

export const startLecturesInput = z.object({
  key: requestKey,
  termId: id,
  /** Minutes until the lecture closes by itself; the school's default without a value. */
  minutes: z
    .number(required)
    .int({ error: () => t`Whole minutes` })
    .min(1, { error: () => t`At least a minute` })
    .max(1440, { error: () => t`At most a day` })
    .nullish(),
  deviceAt: deviceTime,
  items: z
    .array(
      z.object({
        classId: id,
        sectionId: id,
        subjectId: idOrNone,
        bookId: idOrNone,
        multiselect: z.boolean().default(false),
      }),
    )
    .min(1, required)
    .max(50, atMost50),
})
export type StartItem = z.output<typeof startLecturesInput>['items'][number]

/** Lectures that were started together. */
export const lecturesChoice = z.object({ ids: lectureIds })

/** `seen` is the version that the page already shows. */
export const lecturesSeen = z.object({ ids: lectureIds, seen: code(64).nullish() })

export const endLecturesInput = z.object({
  key: requestKey,
  ids: lectureIds,
  /** Seconds on the page's timer. The server uses its own. */
  seconds: z.number().int().min(0).nullish(),
  deviceAt: deviceTime,
})

export const lectureMarkInput = z.object({ key: requestKey, id, studentId: id, value: markValue, deviceAt: deviceTime })

const page = z
  .number(required)
  .int({ error: () => t`A whole number` })
  .min(0, { error: () => t`Not less than zero` })
  .max(100_000, { error: () => t`No book has so many pages` })

export const bookProgressForm = z
  .object({ attId: id, bookId: id, from: page, to: page, comment: lines(500).default('') })
  .refine(({ from, to }) => to >= from, { path: ['to'], error: () => t`Not before the page it began at` })

export const booksProgressInput = z.object({
  key: requestKey,
  deviceAt: deviceTime,
  progress: z.array(bookProgressForm).min(1, required).max(50, atMost50),
})

export const attendInput = z.object({ id, seen: code(64).nullish() })

/** A lecture, and the child of the guardian who attends it. */
export const familyAttendInput = z.object({ id, studentId: id })

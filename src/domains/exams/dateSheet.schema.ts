import { z } from 'zod'
import { parseTime } from '#shared/dates.ts'
import { day, id, lines, parsedText, requestKey, requiredText, text } from '#shared/inputs.ts'
import { languageField } from '#shared/languages.schema.ts'
import { t } from '#shared/texts.ts'
import { clashKinds, paperChanges } from './dateSheet.rules.ts'

/** The most papers of one exam: 20 classes with 25 subjects. */
export const maxPapers = 500

/** A time of day, parsed to `HH:mm`. */
const clock = parsedText(20).transform((typed, context) => {
  const time = parseTime(typed)
  if (time === null) context.addIssue(t`This is not a time: write it as 09:00`)
  return time?.slice(0, 5) ?? ''
})

/** A paper of an exam. `id` is that of a stored one; no sections stand for all of the class. */
const paperForm = z.object({
  id: id.nullable().default(null),
  classId: id,
  subject: requiredText(100),
  day: day(() => t`Choose a day`),
  starts: clock,
  ends: clock,
  sectionIds: z
    .array(id)
    .max(50, { error: () => t`At most 50` })
    .default([]),
})

/** An exam with its whole date sheet. `seen` is the version that was opened; 0 for a new exam. */
export const examForm = z.object({
  id: id.nullable().default(null),
  termId: id,
  seen: z.number().int(),
  name: requiredText(100),
  part: text(60).default(''),
  instructions: lines(2000).default(''),
  papers: z.array(paperForm).max(maxPapers, { error: () => t`At most ${maxPapers} papers` }),
})
export type ExamForm = z.output<typeof examForm>

export const examSeen = z.object({ id, seen: z.number().int() })

export const examChoice = z.object({ id })

/** A date sheet to print; without a class it is that of all classes. */
export const dateSheetChoice = z.object({ id, classId: id.nullable().default(null), language: languageField.default('en') })

const tickets = { examId: id, sectionId: id, language: languageField.default('en') }

/** The part of an order of hall tickets that is stored with its job. */
export const hallTicketsJob = z.object(tickets)
export type HallTicketsJob = z.output<typeof hallTicketsJob>

/** An order of the hall tickets of a section. */
export const hallTicketsOrder = z.object({ key: requestKey, ...tickets })

export const examsView = z.object({ termId: id })

export const clashKind = z.enum(clashKinds).meta({ graphql: 'ExamClashKind' })
export const paperChange = z.enum(paperChanges).meta({ graphql: 'ExamPaperChange' })

import { z } from 'zod'
import { code, id, pastDay, requestKey, requiredText, text } from '#shared/inputs.ts'
import type { Paise } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { countDrawer, denominations, type NoteCounts, overdrawnNotes, reasonMissing } from './cashier.rules.ts'

const wholeNumber = () => t`A whole number, such as 12`

/** A number of notes or coins; an empty field is none. */
const noteCount = z.coerce
  .number<string | number>({ error: wholeNumber })
  .int({ error: wholeNumber })
  .min(0, { error: wholeNumber })
  .max(100_000, { error: () => t`This is more than can be counted` })

/** Notes and coins by their value in rupees. */
const noteFields = z.object({
  n500: noteCount,
  n200: noteCount,
  n100: noteCount,
  n50: noteCount,
  n20: noteCount,
  n10: noteCount,
  n5: noteCount,
  n2: noteCount,
  n1: noteCount,
})
export type NoteFields = z.output<typeof noteFields>

/** Returns counts by value from the fields of a form or request. */
export function notesOf(fields: NoteFields): NoteCounts {
  return Object.fromEntries(denominations.map((denomination) => [denomination, fields[`n${denomination}`]]))
}

const clerk = z.uuid({ error: () => t`This is not an account` })

/** A clerk's day. Without a clerk it is the viewer's own, without a day it is today. */
export const cashierDayChoice = z.object({ clerk: clerk.optional(), day: pastDay().optional() })

/** A day of all clerks. */
export const cashierDaysView = z.object({ day: pastDay() })

/** The id of a closing. */
export const closingChoice = z.object({ id })

const emptyToNull = (value: unknown) => (value === '' || value === undefined ? null : value)

/** The counted drawer, as it is typed. */
const countedDrawer = {
  notes: noteFields,
  /** Those of the notes and coins that go to the bank. */
  deposit: noteFields,
  bankAccountId: z.preprocess(emptyToNull, id.nullable()),
  reason: text(200),
}

type Counted = Pick<z.output<z.ZodObject<typeof countedDrawer>>, 'notes' | 'deposit'>

/** Refuses more notes for the bank than were counted. */
function checkDeposit({ notes, deposit }: Counted, context: z.core.$RefinementCtx): void {
  for (const denomination of overdrawnNotes(notesOf(notes), notesOf(deposit))) {
    const counted = notes[`n${denomination}`]
    // What is no count has a message of its own.
    if (counted >= 0)
      context.addIssue({ code: 'custom', path: ['deposit', `n${denomination}`], message: t`Only ${counted} counted` })
  }
}

/** Returns the schema of the form for a drawer that should hold some cash: a difference needs its reason. */
export function closeDayFormFor(expected: Paise) {
  return z.object(countedDrawer).superRefine((counted, context) => {
    checkDeposit(counted, context)
    const { difference } = countDrawer(expected, notesOf(counted.notes), notesOf(counted.deposit))
    if (difference !== 0 && counted.reason === '')
      context.addIssue({ code: 'custom', path: ['reason'], message: reasonMissing() })
  })
}

export const closeDayInput = z
  .object({
    key: requestKey,
    clerk: clerk.optional(),
    day: pastDay(),
    /** What the screen showed. Another one is refused, because money came or was deleted meanwhile. */
    version: code(60),
    ...countedDrawer,
  })
  .superRefine(checkDeposit)

export const reopenDayInput = z.object({
  key: requestKey,
  id,
  reason: requiredText(200, () => t`Reason is required`),
})

/** The fields of the form that opens a day again. */
export const reopenDayForm = reopenDayInput.pick({ reason: true })

import { z } from 'zod'
import { id, requestKey, requiredText, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

const part = requiredText(60)
const test = z
  .number()
  .int({ error: () => t`Please enter a whole number` })
  .min(1, { error: () => t`More than zero` })
  .max(50, { error: () => t`At most 50` })

/** A sheet: a subject of a section in a part. */
const sheet = { sectionId: id, subjectId: id, part }

export const scoreSheetChoice = z.object(sheet)

/** One cell of a sheet. Values are as typed: `17.5`, `AB`, a grade, '' for none. `seen` is the value before. */
const scoreEntry = z.object({ studentId: id, component: requiredText(60), test, seen: text(40), value: text(40) })

const entries = z
  .array(scoreEntry)
  .min(1, { error: () => t`Enter at least one score` })
  .max(3000, { error: () => t`At most 3,000 scores at once` })

/** Scores of a sheet, stored all or not at all. A repeated `key` stores nothing again. */
export const scoresForm = z.object({ key: requestKey, ...sheet, scores: entries })

/** The same after the sheet was locked. */
export const scoreCorrections = z.object({
  key: requestKey,
  ...sheet,
  scores: entries,
  reason: requiredText(200, () => t`Say why in a few words, such as: Totalled again`),
})

/** Sheets of a section in a part; all of its subjects if `subjectIds` is empty. */
export const sheetsChoice = z.object({
  sectionId: id,
  subjectIds: z.array(id).max(50, { error: () => t`At most 50` }),
  part,
})

/** A term's sheets, or those of one section. */
export const scoreBoardChoice = z.object({ termId: id, sectionId: id.nullish() })

/** One cell of a sheet. */
export const scoreCell = z.object({ ...sheet, studentId: id, component: requiredText(60), test })

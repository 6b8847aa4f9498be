import { z } from 'zod'
import { id, requestKey, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

/** A term's students who are examined again, or those of one section. */
export const reexaminationsChoice = z.object({ termId: id, sectionId: id.nullish() })

export const reexaminationCell = z.object({ sectionId: id, studentId: id, subjectId: id })

/** A second score. Values are as typed: `41.5`, `AB`, '' for none. `seen` is the value before. */
const entry = z.object({ studentId: id, subjectId: id, seen: text(40), value: text(40) })

/** Second scores of students of a section, stored all or not at all. A repeated `key` stores nothing again. */
export const reexaminationForm = z.object({
  key: requestKey,
  sectionId: id,
  scores: z
    .array(entry)
    .min(1, { error: () => t`Enter at least one score` })
    .max(500, { error: () => t`At most 500 scores at once` }),
  /** Asked only where a changed score is published. */
  reason: text(200).default(''),
})

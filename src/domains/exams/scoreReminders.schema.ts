import { z } from 'zod'
import { id } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { scoreCell } from './scores.schema.ts'

/** The missing marks of a term in a part, of all sections that the viewer may remind of or of one. */
export const reminderChoice = z.object({ termId: id, part: scoreCell.shape.part, sectionId: id.nullish() })

/** The sheets of which teachers are reminded. */
export const scoreReminder = z.object({
  termId: id,
  part: scoreCell.shape.part,
  sheets: z
    .array(z.object({ sectionId: id, subjectId: id }))
    .min(1, { error: () => t`Choose at least one` })
    .max(2000, { error: () => t`At most 2,000` }),
})

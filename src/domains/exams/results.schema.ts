import { z } from 'zod'
import { id, requiredText } from '#shared/inputs.ts'

/** The results of a section in a part; of the year if `part` is null. */
export const resultsChoice = z.object({
  sectionId: id,
  part: requiredText(60)
    .nullish()
    .transform((part) => part ?? null),
})

export const resultStandingsChoice = z.object({ termId: id })

/** The report card of a student in a part; of the year if `part` is null. */
export const studentCardChoice = resultsChoice.extend({ studentId: id })

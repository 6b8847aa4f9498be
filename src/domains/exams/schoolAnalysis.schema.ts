import { z } from 'zod'
import { id, requiredText } from '#shared/inputs.ts'

/**
 * The analysis of a term: in a part, of the year, or in the newest part that is half entered. Of one of its classes if
 * `classId` is given.
 */
export const analysisChoice = z.object({
  termId: id,
  classId: id.nullish(),
  part: requiredText(60).nullish(),
  year: z.boolean().nullish(),
})

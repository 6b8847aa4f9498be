import { z } from 'zod'
import { id, pastDay } from '#shared/inputs.ts'

/** One day of a term that has begun. */
export const dayOfTerm = z.object({ termId: id, day: pastDay('Required', 'This day has not come yet') })

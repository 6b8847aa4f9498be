import { z } from 'zod'
import { id, pastDay } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

/** A day of a term, today at the latest. */
export const dayOfTerm = z.object({ termId: id, day: pastDay(undefined, () => t`This day has not come yet`) })

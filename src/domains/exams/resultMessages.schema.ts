import { z } from 'zod'
import { id, requestKey, requiredText } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

/** Most publications of which families are told at once: the sections of a large school. */
const maxPublications = 200

const publicationIds = z
  .array(id)
  .min(1, { error: () => t`Choose at least one section` })
  .max(maxPublications, { error: () => t`At most ${maxPublications} sections at once` })

export const resultMessagesChoice = z.object({ publicationIds })

/** The messages about report cards, as the preview with this token showed them. */
export const resultMessagesOrder = z.object({ publicationIds, key: requestKey, token: requiredText(100) })

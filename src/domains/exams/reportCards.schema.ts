import { z } from 'zod'
import { id, requestKey } from '#shared/inputs.ts'
import { receiptLanguages } from '#shared/receiptLanguages.schema.ts'
import { t } from '#shared/texts.ts'

/** Most publications in one PDF: the sections of a large school. */
const maxPublications = 200

const cards = {
  publicationIds: z
    .array(id)
    .min(1, { error: () => t`Choose at least one section` })
    .max(maxPublications, { error: () => t`At most ${maxPublications} sections at once` }),
  languages: receiptLanguages,
}

/** The cards of publications in one PDF: sections in the order given, students by roll. */
export const reportCardsJob = z.object(cards)
export type ReportCardsJob = z.output<typeof reportCardsJob>

export const reportCardsOrder = z.object({ key: requestKey, ...cards })

/** One card. */
export const reportCardChoice = z.object({ id, languages: receiptLanguages })

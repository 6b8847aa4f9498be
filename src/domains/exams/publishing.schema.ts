import { z } from 'zod'
import { day, id, requestKey, requiredText, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

/** What becomes of students with missing scores: they get no card, or one that says so. */
export const incompleteChoice = z.enum(['LEAVE_OUT', 'INCLUDE']).meta({ graphql: 'IncompleteChoice' })

/** Publishes the results of a section in a part; of the year without `part`. */
export const publishForm = z.object({
  key: requestKey,
  sectionId: id,
  part: requiredText(60)
    .nullish()
    .transform((part) => part ?? null),
  visibleFrom: day(() => t`Choose the day from which families see the cards`),
  /** Asked only where scores are missing. */
  incomplete: incompleteChoice.nullable().default(null),
  /** Whether the cards have the place in the section. */
  rank: z.boolean().default(false),
  /** The class to which students are promoted who have passed the year; '' if it is not said. */
  promotedTo: text(60).default(''),
  /** Only for students who were examined again, beside the cards of their section: for the year. */
  supplementary: z.boolean().default(false),
  /** Whether families get a message on the day from which they see the cards. */
  tellFamilies: z.boolean().default(false),
})

export const withdrawForm = z.object({
  id,
  reason: requiredText(200, () => t`Say why in a few words, such as: Totalled again`),
})

export const publicationsChoice = z.object({ termId: id, sectionId: id.nullish() })

export const publicationChoice = z.object({ id })

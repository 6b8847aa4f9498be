import { z } from 'zod'
import { requireLinkEmail, linkFields } from '#shared/documentLink.ts'
import { day, id, lines, requestKey, requiredText, text } from '#shared/inputs.ts'
import { type CardField, cardFieldNames, cardHolders, cardLayouts, fieldIsOf } from './cardFields.ts'

export const cardHolder = z.enum(cardHolders, 'Required').meta({ graphql: 'IdCardHolderKind' })
export const cardLayout = z.enum(cardLayouts, 'Required').meta({ graphql: 'IdCardLayout' })
export const cardField = z.enum(cardFieldNames as [CardField, ...CardField[]]).meta({ graphql: 'IdCardField' })

/** How long the words on the back may be: more than that cannot be read there. */
export const longestBackText = 300

const form = {
  name: requiredText(60),
  holder: cardHolder,
  layout: cardLayout,
  /** null: the school's own colour. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'A colour such as #0b6e4f')
    .nullable(),
  /** In the order in which they stand. */
  fields: z.array(cardField).max(cardFieldNames.length),
  backText: lines(longestBackText),
  validUntil: day().nullable(),
  signature: z.boolean(),
}

const ofItsHolder = ({ fields, holder }: { fields: readonly CardField[]; holder: (typeof cardHolders)[number] }) =>
  fields.every((field) => fieldIsOf(field, holder)) && new Set(fields).size === fields.length

/** The form of a design. */
export const designForm = z.object(form)

/** A design to be stored: `id` null is a new one, `seen` the version that was changed. */
export const designSaving = z
  .object({ id: id.nullable(), seen: z.number().int().min(0), ...form })
  .refine(ofItsHolder, { path: ['fields'], message: 'A field stands twice, or is not of these people' })

export const designDeletion = z.object({ id, seen: z.number().int().min(1) })

/** As many cards as one order makes. */
export const mostCards = 10_000

/** Whose cards: of a class, a section, or everybody the viewer sees. Staff have neither. */
const whose = {
  termId: id,
  holder: cardHolder,
  classId: id.nullish(),
  sectionId: id.nullish(),
  /** These of them only; null: all. */
  ids: z.array(id).max(mostCards, `At most ${mostCards} cards at once.`).nullish(),
}

export const holdersView = z.object({
  ...whose,
  search: text(100).optional(),
  page: z.number().int().min(0).max(100_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

export const cardOf = z.object({ termId: id, holder: cardHolder, id })

export const cardSchoolOf = z.object({ termId: id })

/** SHEET: A4, ten cards and their backs. SINGLE: each side a page of its own size. */
export const cardOutputs = ['SHEET', 'SINGLE'] as const
/** PRINT: with an empty place for one. */
export const withoutPhotoChoices = ['PRINT', 'LEAVE_OUT'] as const

const ordered = {
  ...whose,
  designId: id,
  output: z.enum(cardOutputs, 'Required').meta({ graphql: 'IdCardOutput' }),
  withoutPhoto: z.enum(withoutPhotoChoices, 'Required').meta({ graphql: 'IdCardWithoutPhoto' }),
}

/** What a job holds of an order. */
export const cardsJob = z.object(ordered)
export type CardsJob = z.output<typeof cardsJob>

/** An order of cards. */
export const cardsOrder = z.object({ key: requestKey, ...ordered, ...linkFields }).check(requireLinkEmail)

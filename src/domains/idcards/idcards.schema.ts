import { z } from 'zod'
import { requireLinkEmail, linkFields } from '#shared/documentLink.ts'
import { day, id, lines, type Message, requestKey, requiredText, text } from '#shared/inputs.ts'
import { languageField } from '#shared/languages.schema.ts'
import { t } from '#shared/texts.ts'
import { type CardField, cardFieldNames, cardHolders, cardLayouts, fieldIsOf } from './cardFields.ts'

const required: Message = () => t`Required`

export const cardHolder = z.enum(cardHolders, { error: required }).meta({ graphql: 'IdCardHolderKind' })
export const cardLayout = z.enum(cardLayouts, { error: required }).meta({ graphql: 'IdCardLayout' })
export const cardField = z.enum(cardFieldNames as [CardField, ...CardField[]]).meta({ graphql: 'IdCardField' })

/** Maximum length of the text on the back. More would be unreadable there. */
export const maxBackTextLength = 300

const form = {
  name: requiredText(60),
  holder: cardHolder,
  layout: cardLayout,
  /** null for the school's own colour. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, { error: () => t`A colour such as #0b6e4f` })
    .nullable(),
  /** In the order of the card. */
  fields: z.array(cardField).max(cardFieldNames.length),
  backText: lines(maxBackTextLength),
  validUntil: day().nullable(),
  signature: z.boolean(),
}

const fieldsFitHolder = ({ fields, holder }: { fields: readonly CardField[]; holder: (typeof cardHolders)[number] }) =>
  fields.every((field) => fieldIsOf(field, holder)) && new Set(fields).size === fields.length

/** The design form. */
export const designForm = z.object(form)

/** A design to be stored. `id` is null for a new one; `seen` is the version that was changed. */
export const designSaving = z.object({ id: id.nullable(), seen: z.number().int().min(0), ...form }).refine(fieldsFitHolder, {
  path: ['fields'],
  error: () => t`A field is chosen twice, or does not belong to these people`,
})

export const designDeletion = z.object({ id, seen: z.number().int().min(1) })

/** Maximum number of cards in one order. */
export const maxCards = 10_000

/** The choice of holders: a class, a section, or everybody the viewer sees. Staff have no class and section. */
const whose = {
  termId: id,
  holder: cardHolder,
  classId: id.nullish(),
  sectionId: id.nullish(),
  /** Only these people; null for all. */
  ids: z
    .array(id)
    .max(maxCards, { error: () => t`At most ${maxCards} cards at once.` })
    .nullish(),
}

export const holdersView = z.object({
  ...whose,
  search: text(100).optional(),
  page: z.number().int().min(0).max(100_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
})

export const cardOf = z.object({ termId: id, holder: cardHolder, id })

export const cardSchoolOf = z.object({ termId: id })

/** SHEET: A4 with ten cards and their backs. SINGLE: each side on a page of the card's size. */
export const cardOutputs = ['SHEET', 'SINGLE'] as const
/** The choices for people without a photo. PRINT leaves an empty space for it. */
export const withoutPhotoChoices = ['PRINT', 'LEAVE_OUT'] as const

const ordered = {
  ...whose,
  designId: id,
  output: z.enum(cardOutputs, { error: required }).meta({ graphql: 'IdCardOutput' }),
  withoutPhoto: z.enum(withoutPhotoChoices, { error: required }).meta({ graphql: 'IdCardWithoutPhoto' }),
  /** The language of the labels; English where nobody asked for another one: orders had none once. */
  language: languageField.default('en'),
}

/** The part of an order that is stored with its job. */
export const cardsJob = z.object(ordered)
export type CardsJob = z.output<typeof cardsJob>

/** An order of cards. */
export const cardsOrder = z.object({ key: requestKey, ...ordered, ...linkFields }).check(requireLinkEmail)

import { saidWhenRead } from '#shared/saidWhenRead.ts'
import type { Day } from '#shared/dates.ts'
import type { QrPath } from '#shared/qrCode.ts'
import { t } from '#shared/texts.ts'
import { type StudentCardField, studentCardFields } from '#domains/students/studentFields.exports.ts'

/** The kinds of card holders: students of a term, or users of the school. */
export const cardHolders = ['STUDENT', 'STAFF'] as const
export type CardHolderKind = (typeof cardHolders)[number]

/** CLASSIC: landscape, a band on top. BAND: landscape, a band at the left. PORTRAIT: portrait. */
export const cardLayouts = ['CLASSIC', 'BAND', 'PORTRAIT'] as const
export type CardLayout = (typeof cardLayouts)[number]

interface Field {
  /** The label on the card. */
  label: string
  /** The label in the design form; by default the label on the card. */
  choice?: string
  of: readonly CardHolderKind[]
  side: 'front' | 'back'
}

type PlainField = Omit<Field, 'label'> & { label: () => string }

const plainFields = Object.fromEntries(
  studentCardFields.map(({ name, label }): [string, PlainField] => [name, { label, of: ['STUDENT'], side: 'front' }]),
) as Record<StudentCardField, PlainField>

/** The fields that a card can show besides photo and name. */
export const cardFields = saidWhenRead({
  CLASS: { label: () => t`Class`, of: ['STUDENT'], side: 'front' },
  ROLL: { label: () => t`Roll no.`, of: ['STUDENT'], side: 'front' },
  ...plainFields,
  GUARDIAN: { label: () => t`Guardian`, of: ['STUDENT'], side: 'front' },
  ROLE: { label: () => t`Post`, of: ['STAFF'], side: 'front' },
  PHONE: {
    label: () => t`Phone`,
    choice: () => t`Phone (a student’s is the guardian’s)`,
    of: ['STUDENT', 'STAFF'],
    side: 'front',
  },
  EMAIL: { label: () => t`E-mail`, of: ['STAFF'], side: 'front' },
  ADDRESS: { label: () => t`Address`, choice: () => t`Address (on the back)`, of: ['STUDENT'], side: 'back' },
  QR: { label: () => t`QR code`, choice: () => t`QR code of the gate`, of: ['STUDENT'], side: 'front' },
}) satisfies Record<string, Field>

export type CardField = keyof typeof cardFields
export const cardFieldNames = Object.keys(cardFields) as CardField[]

/** Tells whether a field can be on the cards of a kind of holder. */
export function fieldIsOf(field: CardField, holder: CardHolderKind): boolean {
  return (cardFields[field].of as readonly CardHolderKind[]).includes(holder)
}

/** The look of a design's cards. */
export interface CardLook {
  holder: CardHolderKind
  layout: CardLayout
  /** `#rrggbb` */
  color: string
  /** In the order of the card. */
  fields: readonly CardField[]
  backText: string
  validUntil: Day | null
  /** True to print the head's signature, or a line for it. */
  signature: boolean
}

/** The school's data on a card. Pictures are addresses; for a PDF they are `data:` URLs. */
export interface CardSchool {
  name: string
  /** The text below the name, such as 'Kothrud, Pune'. */
  place: string
  phone: string
  email: string
  /** Such as '2026-27'. */
  termName: string
  logoUrl: string | null
  signatureUrl: string | null
}

/** The data of one person's card. */
export interface CardPerson {
  id: string
  name: string
  photoUrl: string | null
  /** null if the person has no code, or the design shows none. */
  qr: QrPath | null
  /** The printed values. An unknown value is '' or missing. */
  values: Readonly<Partial<Record<CardField, string>>>
}

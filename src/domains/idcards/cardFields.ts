import type { Day } from '#shared/dates.ts'
import type { QrPath } from '#shared/qrCode.ts'
import { type StudentCardField, studentCardFields } from '#domains/students/studentFields.exports.ts'

/** Whose cards: the students of a term or those who work for the school. */
export const cardHolders = ['STUDENT', 'STAFF'] as const
export type CardHolderKind = (typeof cardHolders)[number]

/** CLASSIC: lying, a band on top. BAND: lying, a band at the left. PORTRAIT: standing. */
export const cardLayouts = ['CLASSIC', 'BAND', 'PORTRAIT'] as const
export type CardLayout = (typeof cardLayouts)[number]

interface Field {
  /** On the card. */
  label: string
  /** Where it is chosen; the label without it. */
  choice?: string
  of: readonly CardHolderKind[]
  side: 'front' | 'back'
}

const plainFields = Object.fromEntries(
  studentCardFields.map(({ name, label }): [string, Field] => [name, { label, of: ['STUDENT'], side: 'front' }]),
) as Record<StudentCardField, Field>

/** What may stand on a card besides photo and name. */
export const cardFields = {
  CLASS: { label: 'Class', of: ['STUDENT'], side: 'front' },
  ROLL: { label: 'Roll no.', of: ['STUDENT'], side: 'front' },
  ...plainFields,
  GUARDIAN: { label: 'Guardian', of: ['STUDENT'], side: 'front' },
  ROLE: { label: 'Post', of: ['STAFF'], side: 'front' },
  PHONE: { label: 'Phone', choice: 'Phone (a student’s is the guardian’s)', of: ['STUDENT', 'STAFF'], side: 'front' },
  EMAIL: { label: 'E-mail', of: ['STAFF'], side: 'front' },
  ADDRESS: { label: 'Address', choice: 'Address (on the back)', of: ['STUDENT'], side: 'back' },
  QR: { label: 'QR code', choice: 'QR code of the gate', of: ['STUDENT'], side: 'front' },
} as const satisfies Record<string, Field>

export type CardField = keyof typeof cardFields
export const cardFieldNames = Object.keys(cardFields) as CardField[]

/** Whether a field can stand on a holder's card. */
export function fieldIsOf(field: CardField, holder: CardHolderKind): boolean {
  return (cardFields[field].of as readonly CardHolderKind[]).includes(holder)
}

/** How a school's cards look. */
export interface CardLook {
  holder: CardHolderKind
  layout: CardLayout
  /** `#rrggbb` */
  color: string
  /** In the order in which they stand. */
  fields: readonly CardField[]
  backText: string
  validUntil: Day | null
  /** Whether the head's signature, or a line for it, is on the card. */
  signature: boolean
}

/** Whose card it is: the school as its papers name it. Pictures are addresses, for a PDF data: ones. */
export interface CardSchool {
  name: string
  /** Under the name, such as 'Kothrud, Pune'. */
  place: string
  phone: string
  email: string
  /** Such as '2026-27'. */
  termName: string
  logoUrl: string | null
  signatureUrl: string | null
}

/** One person's card. */
export interface CardPerson {
  id: string
  name: string
  photoUrl: string | null
  /** null where there is no code, or none is asked for. */
  qr: QrPath | null
  /** As they are printed; what is not known is '' or not there. */
  values: Readonly<Partial<Record<CardField, string>>>
}

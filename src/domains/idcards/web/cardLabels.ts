import { qrPath } from '#shared/qrCode.ts'
import { studentCardFields } from '#domains/students/studentFields.exports.ts'
import { type CardField, type CardHolderKind, type CardLayout, type CardLook, type CardPerson } from '../cardFields.ts'
import type { CardDesignFragment, CardHolderFragment } from './idcards.graphql.ts'

export const layoutLabels: Readonly<Record<CardLayout, { label: string; hint: string }>> = {
  CLASSIC: { label: 'Classic', hint: 'Landscape, with a band on top' },
  BAND: { label: 'Band', hint: 'Landscape, with a band at the left' },
  PORTRAIT: { label: 'Portrait', hint: 'For a lanyard' },
}

export const holderLabels: Readonly<Record<CardHolderKind, string>> = { STUDENT: 'Students', STAFF: 'Staff' }

export const outputLabels = { SHEET: 'A4 sheets, ten cards each', SINGLE: 'One card side per page' } as const
export const outputHints = {
  SHEET: 'With crop marks; print on both sides, flipped on the long edge, at 100 %.',
  SINGLE: 'Each side on a page of 85.60 × 53.98 mm, for a printer of plastic cards.',
} as const

export const withoutPhotoLabels = { PRINT: 'Print them with an empty space', LEAVE_OUT: 'Leave them out' } as const

/** The QR code shown on screen, because a card's real code is only on paper. */
const sampleCode = qrPath('A code of the gate stands here')

/** Returns the look of a design, with the school's colour if it has none of its own. */
export function lookOf(design: Omit<CardDesignFragment, 'id' | 'version' | 'viewerCan' | 'name'>, schoolColor: string): CardLook {
  return { ...design, color: design.color ?? schoolColor }
}

/** Returns a holder's card data, with the sample code instead of the real one. */
export function personOf({ id, name, photoUrl, hasCode, values }: CardHolderFragment, look: CardLook): CardPerson {
  return {
    id,
    name,
    photoUrl,
    qr: hasCode && look.fields.includes('QR') ? sampleCode : null,
    values: Object.fromEntries(values.map(({ field, value }) => [field, value])),
  }
}

const sampleValues: Readonly<Record<CardHolderKind, Partial<Record<CardField, string>>>> = {
  STUDENT: {
    CLASS: '7-B',
    ROLL: '12',
    ...Object.fromEntries(studentCardFields.map(({ name, sample }) => [name, sample])),
    GUARDIAN: 'Rajendra Patil',
    PHONE: '9822041001',
    ADDRESS: '12, Karve Road, Kothrud, Pune',
  },
  STAFF: { ROLE: 'Teacher', PHONE: '9822041001', EMAIL: 'meera.joshi@school.example' },
}

/** Returns the data of an invented person, to show a design. */
export function samplePerson(look: CardLook): CardPerson {
  return {
    id: 'sample',
    name: look.holder === 'STUDENT' ? 'Asha Patil' : 'Meera Joshi',
    photoUrl: null,
    qr: look.fields.includes('QR') ? sampleCode : null,
    values: sampleValues[look.holder],
  }
}

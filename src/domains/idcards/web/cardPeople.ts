import { t } from '@lingui/core/macro'
import { qrPath } from '#shared/qrCode.ts'
import { studentCardFields } from '#domains/students/studentFields.exports.ts'
import type { CardField, CardHolderKind, CardLook, CardPerson } from '../cardFields.ts'
import type { CardHolderFragment } from './idcards.graphql.ts'

/** What the QR code on screen says, which nobody reads: a card's real code is only on paper. */
const sampleKey = 'A code of the gate stands here'
const sampleCode = qrPath(sampleKey)

/** In Latin letters, as the invented names. */
const [guardian = '', address = ''] = 'Rajendra Patil; 12, Karve Road, Kothrud, Pune'.split('; ')

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
    ...Object.fromEntries(studentCardFields.map(({ name, sample }) => [name, sample()])),
    GUARDIAN: guardian,
    PHONE: '9822041001',
    ADDRESS: address,
  },
  STAFF: { ROLE: t`Teacher`, PHONE: '9822041001', EMAIL: 'meera.joshi@school.example' },
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

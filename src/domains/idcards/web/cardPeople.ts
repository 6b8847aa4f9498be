import { t } from '@lingui/core/macro'
import { qrPath } from '#shared/qrCode.ts'
import { studentCardFields } from '#domains/students/studentFields.exports.ts'
import type { CardField, CardHolderKind, CardLook, CardPerson } from '../cardFields.ts'
import type { CardHolderFragment } from './idcards.graphql.ts'

/** The QR code shown on screen, because a card's real code is only on paper. */
const sampleCode = qrPath(t`A code of the gate stands here`)

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
    GUARDIAN: t`Rajendra Patil`,
    PHONE: '9822041001',
    ADDRESS: t`12, Karve Road, Kothrud, Pune`,
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

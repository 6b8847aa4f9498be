import { guardianCookie } from '#platform/guardians/sessions.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { guardianPhone, guardianToken } from '../guardian.ts'
import { type Answer, type Ask, type Door, json, outcome, tampered } from './door.ts'

/** The answer to everybody who asks for a code, for a phone that is known here and for one that is not. */
const sameAnswer = ({ status, bytes }: Answer) => `${status} ${bytes.toString()}`
const asked = '200 {"waitSeconds":0,"minutes":5,"letters":false}'

const codes: Door = ({ send }) => {
  const to = (as: string, phone: string, expected = asked): Ask => ({
    as,
    expected,
    send: () => send('/family/code', json({ phone })),
    read: expected === asked ? sameAnswer : outcome,
  })
  return [
    to('a phone that is known', guardianPhone),
    to('a phone that is not', '9000000009'),
    to('the default phone', '1234567890'),
    to('no phone', 'x', '400 BAD_INPUT'),
    { as: 'no JSON', expected: '415', send: () => send('/family/code', { method: 'POST', body: 'phone=1' }), read: statusOf },
  ]
}

const statusOf = ({ status }: Answer) => String(status)

const signIn: Door = ({ send }) =>
  [guardianPhone, '9000000009', '1234567890'].map((phone) => ({
    as: `${phone}, a wrong code`,
    expected: '403 FORBIDDEN',
    send: () => send('/family/sign-in', json({ phone, code: '00000000' })),
  }))

const signOut: Door = ({ send }) => {
  const out = (as: string, cookie: Record<string, string>): Ask => ({
    as,
    expected: '200',
    send: () => send('/family/sign-out', { ...json({}), headers: { 'content-type': 'application/json', ...cookie } }),
  })
  return [out('nobody', {}), out('a changed token', { cookie: `${guardianCookie}=${tampered(guardianToken)}` })]
}

const reportCard: Door = ({ send, ground: { own, other } }) => {
  const asked = (as: string, path: string, expected: string, token: string | null = guardianToken): Ask => ({
    as,
    expected,
    holds: ['student.name'],
    send: () =>
      send(
        `/report-card/family/${path}?languages=EN`,
        token === null ? {} : { headers: { cookie: `${guardianCookie}=${token}` } },
      ),
  })
  const [place, foreign] = [ownPlace(own.id), ownPlace(other.id)]
  const { student7A, student8A, extra } = own
  return [
    asked('the guardian', `${place}/${student7A}/${extra.card7}`, '200'),
    asked('nobody', `${place}/${student7A}/${extra.card7}`, '401', null),
    asked('a changed token', `${place}/${student7A}/${extra.card7}`, '401', tampered(guardianToken)),
    asked('the card of another child', `${place}/${student7A}/${extra.card8}`, '404'),
    asked('another child', `${place}/${student8A}/${extra.card8}`, '404'),
    asked('another school’s child', `${foreign}/${other.student7A}/${other.extra.card7}`, '404'),
    asked('another school’s card', `${place}/${student7A}/${other.extra.card7}`, '404'),
    asked('a text for an id', `${place}/${student7A}/x`, '400'),
  ]
}

/** The ways in and out of guardians, and their papers. */
export const guardianDoors: Readonly<Record<string, Door>> = {
  'POST /family/code': codes,
  'POST /family/sign-in': signIn,
  'POST /family/sign-out': signOut,
  'GET /report-card/family/:place/:studentId/:id': reportCard,
}

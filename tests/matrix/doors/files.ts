import { randomUUID } from 'node:crypto'
import { documents } from '#app/documents.ts'
import { signedReadUrl } from '#platform/files/signedUrls.ts'
import { fromNow, secondsFromNow } from '../../moments.ts'
import { people, type Who } from '../../world/testWorld.ts'
import type { MatrixSchool } from '../ground.ts'
import { type Ask, type Door, json, tampered } from './door.ts'
import { aPicture } from './outside.ts'

const upload: Door = async ({ send, ground, tokens, files }) => {
  const { own } = ground
  const sent = async (token: string, body: Buffer, type = 'image/png', bearer?: string) =>
    send(`/files/upload/${token}`, { method: 'PUT', headers: { 'content-type': type }, body, bearer })
  const { bytes, token } = await aPicture(ground, own)
  const late = await aPicture(ground, own, { expires: secondsFromNow(-1) })
  const [body = '', signature = ''] = token.split('.')
  const moved = Buffer.from(
    JSON.stringify({ ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), schoolId: ground.other.id }),
  ).toString('base64url')
  const reading = new URL(files.own.url, 'http://x').searchParams.get('signature') ?? ''
  return [
    { as: 'an address whose school was changed', expected: '403 FORBIDDEN', send: () => sent(`${moved}.${signature}`, bytes) },
    {
      as: 'the same, as superadmin',
      expected: '403 FORBIDDEN',
      send: () => sent(`${moved}.${signature}`, bytes, 'image/png', tokens.superadmin),
    },
    { as: 'a changed signature', expected: '403 FORBIDDEN', send: () => sent(`${body}.${tampered(signature)}`, bytes) },
    { as: 'no signature', expected: '403 FORBIDDEN', send: () => sent(body, bytes) },
    { as: 'the signature of a reading address', expected: '403 FORBIDDEN', send: () => sent(`${body}.${reading}`, bytes) },
    { as: 'an expired address', expected: '403 FORBIDDEN', send: () => sent(late.token, bytes) },
    { as: 'another type', expected: '415 BAD_INPUT', send: () => sent(token, bytes, 'text/html') },
    { as: 'more bytes', expected: '400 BAD_INPUT', send: () => sent(token, Buffer.concat([bytes, bytes])) },
    { as: 'what was granted', expected: '201', send: () => sent(token, bytes) },
    { as: 'a second time', expected: '409 CONFLICT', send: () => sent(token, bytes) },
  ]
}

const read: Door = ({ send, files, tokens, ground: { own, other, config } }) => {
  const query = files.own.url.slice(files.own.url.indexOf('?'))
  const expired = signedReadUrl(config.secretKey, own.id, files.own.id, 'student-photo', fromNow(-86_400_000).getTime())
  const missing = signedReadUrl(config.secretKey, own.id, randomUUID(), 'student-photo')
  const closed = (as: string, path: string, bearer?: string): Ask => ({
    as,
    expected: '403 FORBIDDEN',
    send: () => send(path, { bearer }),
  })
  return [
    { as: 'whoever was given the address', expected: '200', send: () => send(files.own.url) },
    { as: 'a file that is not there', expected: '404 NOT_FOUND', send: () => send(missing) },
    closed('an expired address', expired),
    closed('an expired address with another time', expired.replace(/expires=\d+/, `expires=${secondsFromNow(999)}`)),
    closed('the other school’s file with an own signature', `/files/${other.id}/${files.other.id}${query}`),
    closed('the other school’s file under the own school', `/files/${own.id}/${files.other.id}${query}`),
    closed('the own file under the other school', `/files/${other.id}/${files.own.id}${query}`),
    closed(
      'a changed signature',
      files.own.url.replace(/signature=(.+)$/, (_, signature: string) => `signature=${tampered(signature)}`),
    ),
    closed('two signatures', `${files.own.url}&signature=x`),
    ...people.map((who) => closed(`${who}, without a signature`, `/files/${own.id}/${files.own.id}`, tokens[who])),
    ...people.map((who) => closed(`${who}, the other school’s`, `/files/${other.id}/${files.other.id}`, tokens[who])),
  ]
}

interface Paper {
  who: readonly Who[]
  /** It belongs to no class: an ADMIN limited to classes gets FORBIDDEN in the own school. */
  wholeSchool?: true
  /** It names no student: an ADMIN limited to classes gets it with these. */
  ofTerm?: true
  params(school: MatrixSchool, place: 7 | 8): Record<string, unknown>
}

const office: readonly Who[] = ['superadmin', 'admin', 'limitedAdmin']

/** Rights on printed documents; one without an entry fails the run. */
const papers: Readonly<Record<string, Paper>> = {
  receipt: {
    who: [...office, 'fees'],
    params: ({ extra }, place) => ({ key: randomUUID(), paymentId: String(extra[`cheque${place}A`]) }),
  },
  refund: {
    who: [...office, 'fees'],
    params: ({ extra }, place) => ({ key: randomUUID(), refundId: String(extra[`refund${place}A`]) }),
  },
  closing: { who: [...office, 'fees'], wholeSchool: true, params: ({ extra }) => ({ id: String(extra.closing) }) },
  money: { who: office, ofTerm: true, params: ({ termId }) => ({ termId }) },
  dateSheet: {
    who: [...office, 'teacher'],
    params: ({ extra }, place) => ({ id: String(extra[`exam${place}`]), language: 'mr' }),
  },
  reportCard: {
    who: [...office, 'teacher', 'student'],
    params: ({ extra }, place) => ({ id: String(extra[`card${place}`]), languages: 'EN' }),
  },
  leavingCertificate: { who: office, params: ({ extra }, place) => ({ certificateId: String(extra[`certificate${place}`]) }) },
  leavingCertificatePreview: {
    who: office,
    params: (school, place) => ({
      formatId: String(school.extra.certificateFormat),
      values: [],
      studentId: String(place === 7 ? school.student7A : school.student8A),
    }),
  },
}

const print: Door = ({ send, tokens, otherAdmin, newcomer, ground: { own, other } }) => {
  const names = documents.map(({ name }) => name)
  const strange = [...names.filter((name) => !papers[name]), ...Object.keys(papers).filter((name) => !names.includes(name))]
  if (strange.length > 0) throw new Error(`Say in tests/matrix/doors/files.ts who may print ${strange.join(', ')}, and no more.`)
  const ask = (document: string, school: unknown, params: object, bearer: string | undefined) =>
    send('/files/generatePdf', { ...json({ document, schoolId: school, ...params }), bearer })
  const asks = Object.entries(papers).flatMap(([name, { who: allowed, params, wholeSchool, ofTerm }]) => [
    ...people.flatMap((who): Ask[] => {
      const may = allowed.includes(who)
      const refusal = who === 'anonymous' || who === 'disabled' ? '401 SIGNED_OUT' : '403 FORBIDDEN'
      const bearer = tokens[who]
      const limited = who === 'limitedAdmin'
      const own7 = limited && wholeSchool ? '403 FORBIDDEN' : '200'
      const own8 = (limited || who === 'teacher' || who === 'student') && !wholeSchool && !ofTerm ? '404 NOT_FOUND' : own7
      const elsewhere = who === 'superadmin' ? '200' : '404 NOT_FOUND'
      const holds = ['student.name', 'student.registerNo', 'student.phone']
      const one = (as: string, granted: string, school: MatrixSchool, given: object): Ask => ({
        as: `${name}, ${who}, ${as}`,
        expected: may ? granted : refusal,
        holds,
        send: () => ask(name, String(school.id), given, bearer),
      })
      return [
        one('own', own7, own, params(own, 7)),
        one('out of class', own8, own, params(own, 8)),
        one('other school', elsewhere, other, params(other, 7)),
        one('row of another school', '404 NOT_FOUND', own, params(other, 7)),
      ]
    }),
    {
      as: `${name}, the other school’s admin`,
      expected: '404 NOT_FOUND',
      send: () => ask(name, String(own.id), params(own, 7), otherAdmin),
    },
    {
      as: `${name}, without an own password`,
      expected: '403 CHOOSE_PASSWORD',
      send: () => ask(name, String(own.id), params(own, 7), newcomer),
    },
    { as: `${name}, no school`, expected: '404 NOT_FOUND', send: () => ask(name, undefined, params(own, 7), tokens.admin) },
  ])
  const html = '<script>alert(1)</script>'
  return [
    ...asks,
    {
      as: 'a document that is none',
      expected: '404 NOT_FOUND',
      send: () => ask('passport', String(own.id), {}, tokens.superadmin),
    },
    { as: 'HTML of one’s own', expected: '404 NOT_FOUND', send: () => ask('', String(own.id), { html }, tokens.superadmin) },
  ]
}

export const fileDoors: Readonly<Record<string, Door>> = {
  'PUT /files/upload/*': upload,
  'GET /files/:schoolId/:fileId': read,
  'POST /files/generatePdf': print,
}

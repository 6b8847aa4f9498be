import { linkToken } from '#platform/documentJobs/mailLink.ts'
import { fromNow } from '../../moments.ts'
import { people, type Who } from '../../world/testWorld.ts'
import { type Ask, type Door, json, tampered } from './door.ts'

const staff: readonly Who[] = ['superadmin', 'admin', 'limitedAdmin', 'fees', 'teacher', 'attendant']
const unknown: readonly Who[] = ['anonymous', 'disabled']
const question = 'query ($schoolId: ID!, $termId: ID!) { students(schoolId: $schoolId, input: { termId: $termId }) { total } }'
const viewer = '{ viewer { id } }'
const mutation = 'mutation { setBusDisabled(schoolId: "1", input: { id: "1", disabled: true }) { id } }'
const linked = 'mutation ($token: String!) { openDocumentLink(input: { token: $token }) { id } }'

/** cells.ts checks every operation without HTTP; this checks that the endpoint identifies people in the same way. */
const post: Door = ({ send, tokens, otherAdmin, newcomer, idToken, ground: { own, other, config } }) => {
  const ask = (bearer: string | undefined, school: { id: number; termId: number }) =>
    send('/graphql', {
      ...json({ query: question, variables: { schoolId: String(school.id), termId: String(school.termId) } }),
      bearer,
    })
  const asks = people.flatMap((who): Ask[] => {
    const refusal = unknown.includes(who) ? '200 SIGNED_OUT' : '200 FORBIDDEN'
    const elsewhere = who === 'superadmin' ? '200' : '200 NOT_FOUND'
    return [
      { as: `${who}, own school`, expected: staff.includes(who) ? '200' : refusal, send: () => ask(tokens[who], own) },
      { as: `${who}, another school`, expected: staff.includes(who) ? elsewhere : refusal, send: () => ask(tokens[who], other) },
    ]
  })
  const admin = tokens.admin ?? ''
  const wrong = {
    'a changed token': tampered(admin),
    'an ID token': idToken,
    'no signature': `${admin.split('.').slice(0, 2).join('.')}.`,
  }
  const { secretKey } = config
  const document = { schoolId: own.id, id: Number(own.extra.documentDone) }
  const mailed = (as: string, token: unknown, bearer: string | undefined, expected: string): Ask => ({
    as: `the link of a mail, ${as}`,
    expected,
    send: () => send('/graphql', { ...json({ query: linked, variables: { token } }), bearer }),
  })
  const link = linkToken(secretKey, document)
  return [
    ...asks,
    mailed('admin', link, admin, '200'),
    mailed('nobody', link, undefined, '200 SIGNED_OUT'),
    mailed('without an own password', link, newcomer, '200 CHOOSE_PASSWORD'),
    { as: 'without an own password, own school', expected: '200 CHOOSE_PASSWORD', send: () => ask(newcomer, own) },
    mailed('teacher', link, tokens.teacher, '200 FORBIDDEN'),
    mailed('ADMIN limited to classes', link, tokens.limitedAdmin, '200 FORBIDDEN'),
    mailed('the other school’s admin', link, otherAdmin, '200 NOT_FOUND'),
    mailed('changed', tampered(link), admin, '200 NOT_FOUND'),
    mailed('for another document', link.replace(/-\d+-/, `-${own.extra.documentOpen}-`), admin, '200 NOT_FOUND'),
    mailed('a day later', linkToken(secretKey, document, fromNow(-86_401_000).getTime()), admin, '200 NOT_FOUND'),
    { as: 'the other school’s admin, own school', expected: '200 NOT_FOUND', send: () => ask(otherAdmin, own) },
    ...Object.entries(wrong).map(([as, bearer]) => ({ as, expected: '200 SIGNED_OUT', send: () => ask(bearer, own) })),
    {
      as: 'a form of another site',
      expected: '415',
      send: () => send('/graphql', { ...json({ query: viewer }), headers: { 'content-type': 'text/plain' }, bearer: admin }),
    },
    {
      as: 'several at once',
      expected: '400 BAD_REQUEST',
      send: () => send('/graphql', { ...json([{ query: viewer }, { query: viewer }]), bearer: admin }),
    },
  ]
}

const get: Door = ({ send, tokens }) => {
  const asked = (query: string) =>
    send(`/graphql?query=${encodeURIComponent(query)}`, { bearer: tokens.admin, headers: { accept: 'application/json' } })
  return [
    { as: 'admin, a query', expected: '200', send: () => asked(viewer) },
    { as: 'admin, a mutation', expected: '405 BAD_REQUEST', send: () => asked(mutation) },
    { as: 'a page to try queries on', expected: '406', send: () => send('/graphql', { headers: { accept: 'text/html' } }) },
  ]
}

const options: Door = ({ send }) => [
  {
    as: 'another site that asks whether it may',
    expected: '405 nobody',
    send: () =>
      send('/graphql', { method: 'OPTIONS', headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' } }),
    read: ({ status, headers }) => `${status} ${String(headers['access-control-allow-origin'] ?? 'nobody')}`,
  },
]

export const graphqlDoors: Readonly<Record<string, Door>> = {
  'POST /graphql': post,
  'GET /graphql': get,
  'OPTIONS /graphql': options,
}

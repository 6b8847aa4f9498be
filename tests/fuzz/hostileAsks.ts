import { gzipSync } from 'node:zlib'
import type { Chance } from '../faults/random.ts'

export type Ask = RequestInit & { path?: string }

const times = (count: number, make: (nth: number) => string) => Array.from({ length: count }, (_, nth) => make(nth)).join(' ')
const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
const signedIn = { ...headers, authorization: 'Bearer x' }
const body = (text: string | Uint8Array<ArrayBuffer>, given: Record<string, string> = headers): Ask => ({
  method: 'POST',
  headers: given,
  body: text,
})
const student = { ...headers, authorization: 'Bearer student' }
const importing = { ...signedIn, 'x-operation': 'importTeachers' }
const doc = (query: string, rest: object = {}, given: Record<string, string> = headers) =>
  body(JSON.stringify({ query, ...rest }), given)
const megabyte = 1024 * 1024

/** Requests that only an attacker sends, of random size. `word` makes each unique. */
export const hostileAsks: Readonly<Record<string, (chance: Chance, word: string) => Ask>> = {
  depth: (chance, word) => doc(nested(`query ${word} {`, 'viewer', chance.whole(13, 900))),
  'depth by inline fragments': (chance, word) => doc(nested(`query ${word} {`, '... on Query', chance.whole(1400, 5000))),
  'depth by fragments': (chance, word) => {
    const count = chance.whole(13, 300)
    return doc(
      `query ${word} { viewer { ...f0 } } ${times(count, (nth) => `fragment f${nth} on Viewer { viewer { ...f${nth + 1} } }`)} fragment f${count} on Viewer { id }`,
    )
  },
  aliases: (chance, word) => doc(`query ${word} { ${times(chance.whole(31, 700), (nth) => `a${nth}: viewer { id }`)} }`),
  'aliases of one kind': (chance, word) => doc(`query ${word} { ${times(chance.whole(31, 900), () => 'a: viewer { id }')} }`),
  width: (chance, word) => doc(`query ${word} { viewer { ${times(chance.whole(1001, 2900), () => 'id')} } }`),
  'the same field again and again': (chance, word) =>
    doc(`query ${word} { viewer { ${times(chance.whole(400, 990), () => 'id')} } }`),
  'the same objects again and again': (chance, word) =>
    doc(`query ${word} { ${times(chance.whole(200, 490), () => 'viewer { id }')} }`),
  'the same fields by fragments': (chance, word) => {
    const count = chance.whole(10, 30)
    return doc(
      `query ${word} { viewer { ${times(count, (nth) => `...f${nth}`)} } } ${times(count, (nth) => `fragment f${nth} on Viewer { ${times(30, () => 'id')} }`)}`,
    )
  },
  directives: (chance, word) =>
    doc(`query ${word} { viewer { id ${times(chance.whole(21, 550), () => '@include(if: true)')} } }`),
  'unknown directives': (chance, word) =>
    doc(`query ${word} ${times(chance.whole(21, 900), (nth) => `@d${nth}`)} { viewer { id } }`),
  'directives on fragments': (chance, word) =>
    doc(`query ${word} { ${times(chance.whole(21, 300), () => '... on Query @skip(if: false) { viewer { id } }')} }`),
  batches: (chance, word) =>
    body(JSON.stringify(Array.from({ length: chance.whole(2, 5000) }, () => ({ query: `query ${word} { viewer { id } }` })))),
  'fragments in circles': (chance, word) => {
    const count = chance.whole(1, 100)
    return doc(
      `query ${word} { ...f0 } ${times(count, (nth) => `fragment f${nth} on Query { viewer { id } ...f${(nth + 1) % count} }`)}`,
    )
  },
  'a circle that nobody enters': (chance, word) => {
    const count = chance.whole(1, 100)
    return doc(
      `query ${word} { viewer { id } } ${times(count, (nth) => `fragment f${nth} on Query { viewer { id } ...f${(nth + 1) % count} }`)}`,
    )
  },
  'fragments that double': (chance, word) => {
    const count = chance.whole(10, 200)
    return doc(
      `query ${word} { ...f0 } ${times(count, (nth) => `fragment f${nth} on Query { ...f${nth + 1} ...f${nth + 1} }`)} fragment f${count} on Query { viewer { id } }`,
    )
  },
  'fragments that double and end in nothing': (chance, word) => {
    const count = chance.whole(10, 250)
    return doc(`query ${word} { ...f0 } ${times(count, (nth) => `fragment f${nth} on Query { ...f${nth + 1} ...f${nth + 1} }`)}`)
  },
  'fragments all in all': (chance, word) => {
    const count = chance.whole(10, 30)
    return doc(
      `query ${word} { ...f0 } ${times(count, (nth) => `fragment f${nth} on Query { ${times(count - nth - 1, (more) => `...f${nth + more + 1}`)} viewer { id } }`)}`,
    )
  },
  tokens: (chance, word) => doc(`query ${word} { ${times(chance.whole(3001, 400_000), () => 'a')} }`),
  'tokens in a list': (chance, word) =>
    doc(`query ${word} { school(schoolId: [${times(chance.whole(3001, 300_000), () => '1')}]) { id } }`),
  'a list in a list': (chance, word) => doc(`query ${word} { school(schoolId: ${'['.repeat(chance.whole(500, 1400))}1) { id } }`),
  'closed lists in lists': (chance, word) => {
    const depth = chance.whole(500, 1400)
    return doc(`query ${word} { school(schoolId: ${'['.repeat(depth)}1${']'.repeat(depth)}) { id } }`)
  },
  'objects in objects': (chance, word) => {
    const depth = chance.whole(200, 700)
    return doc(`query ${word} { school(schoolId: ${'{a:'.repeat(depth)}1${'}'.repeat(depth)}) { id } }`)
  },
  'a type of lists': (chance, word) => {
    const depth = chance.whole(500, 1400)
    return doc(`query ${word}($a: ${'['.repeat(depth)}Int${']'.repeat(depth)}) { viewer { id } }`)
  },
  'a text of a megabyte': (chance, word) =>
    doc(`query ${word} { school(schoolId: "${'x'.repeat(chance.whole(200_000, 900_000))}") { id } }`),
  'a remark of a megabyte': (chance, word) =>
    doc(`query ${word} { viewer { id } } # ${'x'.repeat(chance.whole(200_000, 900_000))}`),
  commas: (chance, word) => doc(`query ${word} { viewer { id ${','.repeat(chance.whole(200_000, 900_000))} } }`),
  lines: (chance, word) => doc(`query ${word} { viewer { id ${'\n'.repeat(chance.whole(200_000, 450_000))} nope } }`),
  'a name of a megabyte': (chance, word) => doc(`query ${word} { ${'x'.repeat(chance.whole(200_000, 900_000))} }`),
  'unknown fields': (chance, word) =>
    doc(`query ${word} { ${times(chance.whole(100, 990), (nth) => `registersOfDaysAndNights${nth}`)} }`),
  'unknown arguments': (chance, word) =>
    doc(`query ${word} { viewer(${times(chance.whole(100, 900), (nth) => `schoolIdentity${nth}: 1`)}) { id } }`),
  'unknown variables': (chance, word) =>
    doc(`query ${word} { ${times(chance.whole(30, 400), (nth) => `school(schoolId: $schoolIdentity${nth}) { id }`)} }`),
  'unknown fragments': (chance, word) =>
    doc(`query ${word} { ${times(chance.whole(100, 900), (nth) => `...fragmentary${nth}`)} }`),
  'unknown types': (chance, word) =>
    doc(`query ${word}(${times(chance.whole(30, 500), (nth) => `$a${nth}: StudentImports${nth}`)}) { viewer { id } }`),
  'unused variables': (chance, word) =>
    doc(`query ${word}(${times(chance.whole(30, 700), (nth) => `$a${nth}: Int`)}) { viewer { id } }`),
  'one variable again and again': (chance, word) =>
    doc(`query ${word}(${times(chance.whole(30, 700), () => '$a: Int')}) { viewer { id } }`),
  'unused fragments': (chance, word) =>
    doc(`query ${word} { viewer { id } } ${times(chance.whole(2, 300), (nth) => `fragment f${nth} on Query { viewer { id } }`)}`),
  'one fragment again and again': (chance, word) =>
    doc(`query ${word} { ...f } ${times(chance.whole(2, 300), () => 'fragment f on Query { viewer { id } }')}`),
  'many operations': (chance, word) =>
    doc(`query ${word} { viewer { id } } ${times(chance.whole(2, 400), () => '{ viewer { id } }')}`),
  'operations of one name': (chance, word) =>
    doc(
      times(chance.whole(2, 400), () => `query ${word} { viewer { id } }`),
      { operationName: word },
    ),
  'an operation that is not there': (_, word) =>
    doc('query A { viewer { id } } query B { viewer { id } }', { operationName: word }),
  'no operation': (_, word) => doc(`fragment ${word} on Query { viewer { id } }`),
  'a subscription': (_, word) => doc(`subscription ${word} { viewer { id } }`),
  'a schema': (_, word) => doc(`type ${word} { id: ID } extend type Query { ${word}: ${word} }`),
  'parts of an answer later': (chance, word) =>
    doc(`query ${word} { ... @defer(label: "${chance.whole(1, 9)}") { viewer { id } } }`),
  introspection: (chance, word) =>
    doc(
      `query ${word} { ${chance.pick(['__schema { types { name fields { name } } }', '__type(name: "Query") { name }', '...f } fragment f on Query { __schema { queryType { name } }'])} }`,
    ),
  'no document': (chance) =>
    body(
      chance.pick([
        '',
        '{}',
        'null',
        '[]',
        '"x"',
        '1',
        '{"query":null}',
        '{"query":1}',
        '{"query":{}}',
        '{"query":""}',
        '{"query":[]}',
        '{"query":"\\u0000"}',
        '{"query":"\\ud800"}',
      ]),
    ),
  'no JSON': (chance, word) =>
    body(
      chance.pick([
        '{',
        '{"query":',
        `{"query":"{ viewer { id } }"} ${word}`,
        '\u0000',
        '{"query":"{ viewer { id } }",}',
        "{'query':'x'}",
      ]),
    ),
  'keys of objects': (chance) =>
    body(
      chance.pick([
        '{"__proto__":{"query":"{ viewer { id } }"}}',
        '{"constructor":{"prototype":{}},"query":"{ viewer { id } }"}',
        '{"query":"{ viewer { id } }","variables":{"__proto__":{"a":1}}}',
      ]),
    ),
  'other things for variables': (chance, word) =>
    doc(`query ${word}($id: ID!) { school(schoolId: $id) { id } }`, {
      variables: chance.pick<unknown>(['x', 1, true, [], [1], { id: {} }, { id: [[]] }, { id: 1.5 }, {}, null]),
    }),
  'other things for extensions': (chance, word) =>
    doc(`query ${word} { viewer { id } }`, { extensions: chance.pick<unknown>(['x', 1, true, [], [1]]) }),
  'variables of 10 MB': (chance, word) =>
    body(`{"query":"query ${word} { viewer { id } }","variables":{"a":"${'x'.repeat(chance.whole(2, 10) * megabyte)}"}}`),
  'variables of 30 MB, signed in': (_, word) =>
    body(`{"query":"query ${word} { viewer { id } }","variables":{"a":"${'x'.repeat(30 * megabyte)}"}}`, signedIn),
  'lists in lists as variables': (chance, word) => {
    const depth = chance.whole(1000, 400_000)
    return body(
      `{"query":"query ${word}($id: ID!) { school(schoolId: $id) { id } }","variables":{"id":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
    )
  },
  'objects in objects as variables': (chance, word) => {
    const depth = chance.whole(1000, 100_000)
    return body(
      `{"query":"query ${word}($i: NewBus!) { viewer { id } }","variables":{"i":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}}`,
    )
  },
  'megabytes of lists in lists, as a student': (chance, word) => body(nestedJson(word, '[', chance.whole(1, 23)), student),
  'megabytes of objects in objects, as staff': (chance, word) => body(nestedJson(word, '{"a":', chance.whole(1, 23)), signedIn),
  'megabytes of lists in lists, announced as an import': (chance, word) =>
    body(nestedJson(word, '[', chance.whole(1, 23)), importing),
  'nesting after megabytes of rows': (chance, word) => {
    const rows = '{"name":"A","phone":"1"},'.repeat(chance.whole(10_000, 400_000))
    return body(`{"query":"query ${word} { viewer { id } }","variables":{"a":[${rows}${'['.repeat(1000)}`, importing)
  },
  'an object of a hundred thousand names': (chance, word) => {
    const names = Array.from({ length: chance.whole(20_000, 100_000) }, (_, nth) => `"k${nth}":1`).join(',')
    return body(`{"query":"query ${word} { viewer { id } }","variables":{"a":{${names}}}}`, signedIn)
  },
  'millions of empty lists': (chance, word) =>
    body(
      `{"query":"query ${word} { viewer { id } }","variables":{"a":[${'[],'.repeat(chance.whole(600_000, 4_000_000))}[]]}}`,
      importing,
    ),
  'more than a student may send': (chance, word) =>
    doc(`query ${word} { viewer { id } }`, { variables: { a: 'x'.repeat(chance.whole(70_000, megabyte)) } }, student),
  'an import of another name than announced': (_, word) =>
    doc(`query ${word} { viewer { id } }`, { variables: {} }, { ...importing, 'x-operation': 'importStudents' }),
  'two mutations announced as one': (_, word) =>
    doc(
      `mutation ${word} { importTeachers(schoolId: 1, input: { rows: [] }) { id } deleteTerm(schoolId: 1, id: 1) }`,
      {},
      importing,
    ),
  'a compressed body': (chance) =>
    body(Uint8Array.from(gzipSync('['.repeat(chance.whole(1, 20) * megabyte))), {
      ...signedIn,
      'content-encoding': chance.pick(['gzip', 'br', 'x']),
    }),
  'wide variables': (chance, word) =>
    doc(`mutation ${word}($i: StudentImport!) { importStudents(schoolId: 1, input: $i) { id } }`, {
      variables: { i: { termId: '1', rows: Array.from({ length: chance.whole(1000, 5000) }, () => ({ a: 1 })) } },
    }),
  'a mutation by GET': (_, word) => ({
    method: 'GET',
    path: `?query=${encodeURIComponent(`mutation ${word} { deleteTerm(schoolId: 1, id: 1) }`)}`,
    headers,
  }),
  'a long address': (chance, word) => ({
    method: 'GET',
    path: `?query=${encodeURIComponent(`{ ${word} }`)}&x=${'x'.repeat(chance.whole(20_000, 60_000))}`,
    headers,
  }),
  'another method': (chance) => ({
    method: chance.pick(['PUT', 'DELETE', 'PATCH']),
    headers,
    body: '{"query":"{ viewer { id } }"}',
  }),
  'another type': (chance) => ({
    method: 'POST',
    headers: {
      'content-type': chance.pick([
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/graphql',
        'application/xml',
        'x',
        'application/json, text/plain',
      ]),
    },
    body: '{"query":"{ viewer { id } }"}',
  }),
}

/** Returns a request whose variables are this many megabytes of unclosed brackets. */
function nestedJson(word: string, opened: string, megabytes: number): string {
  const times = Math.floor((megabytes * megabyte) / opened.length)
  return `{"query":"query ${word} { viewer { id } }","variables":{"a":${opened.repeat(times)}`
}

function nested(start: string, inner: string, depth: number): string {
  return `${start} ${`${inner} { `.repeat(depth)} __typename ${'} '.repeat(depth)} }`
}

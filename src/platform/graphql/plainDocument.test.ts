import fc from 'fast-check'
import { buildSchema, executeSync, type GraphQLEnumType, type GraphQLSchema, parse } from 'graphql'
import { expect, test } from 'vitest'
import { plainDocument } from './plainDocument.ts'

const schema: GraphQLSchema = buildSchema(`
  type Query { now(schoolId: ID!, input: Seen!): Now!  other(schoolId: ID!): String }
  type Mutation { attend(schoolId: ID!, input: Seen!): Now! }
  input Seen { ids: [ID!]! }
  enum Mark { P L A }
  type Now { live: Boolean! count: Int! share: Float id: ID! mark: Mark! text: String! maybe: String ids: [ID!] names: [String!]!
    gaps: [[String]!] self: Now with(argument: Int): String }
`)
const mark = schema.getType('Mark') as GraphQLEnumType
mark.getValues().forEach((value) => expect(value.value).toBe(value.name))

const text = fc.string({ unit: 'binary' })
const answers = fc.record({
  live: fc.boolean(),
  count: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  share: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  id: fc.oneof(fc.maxSafeNat(), text),
  mark: fc.constantFrom('P', 'L', 'A'),
  text,
  maybe: fc.option(text, { nil: undefined }),
  ids: fc.option(fc.array(fc.maxSafeNat())),
  names: fc.array(text),
  gaps: fc.option(fc.array(fc.array(fc.option(text)))),
})
const fields = ['live', 'count', 'share', 'id', 'mark', 'text', 'maybe', 'ids', 'names', 'gaps']

test('a plain document is answered as GraphQL answers it, in the order in which it asks', () => {
  fc.assert(
    fc.property(
      answers,
      fc.array(fc.constantFrom(...fields), { minLength: 1 }),
      fc.constantFrom('query Poll', 'query'),
      (answer, asked, kind) => {
        const source = `${kind} ($schoolId: ID!, $input: Seen!) { now(schoolId: $schoolId, input: $input) { ${asked.join(' ')} } }`
        const variableValues = { schoolId: '1', input: { ids: ['2'] } }
        const executed = executeSync({ schema, document: parse(source), rootValue: { now: answer }, variableValues })
        const plain = plainDocument(schema, 'now', source)
        expect(plain?.write(answer)).toBe(JSON.stringify(executed))
        // A list that is written again is the same.
        expect(plain?.write({ ...answer })).toBe(JSON.stringify(executed))
        expect(plain?.operationName).toBe(kind === 'query' ? undefined : 'Poll')
      },
    ),
  )
})

const variables = '($schoolId: ID!, $input: Seen!)'
const root = 'now(schoolId: $schoolId, input: $input)'

test.each([
  ['no GraphQL', 'query {'],
  ['an unknown field', `query ${variables} { ${root} { live unknown } }`],
  ['another root field', 'query ($schoolId: ID!) { other(schoolId: $schoolId) }'],
  ['two root fields', `query ${variables} { ${root} { live } other(schoolId: $schoolId) }`],
  ['two operations', `query A ${variables} { ${root} { live } } query B ${variables} { ${root} { live } }`],
  ['an alias of the root field', `query ${variables} { a: ${root} { live } }`],
  ['an alias', `query ${variables} { ${root} { a: live } }`],
  ['a directive', `query ${variables} { ${root} { live @skip(if: true) text } }`],
  ['a directive of the root field', `query ${variables} { ${root} @include(if: false) { live } }`],
  ['a fragment', `query ${variables} { ${root} { ...F } } fragment F on Now { live }`],
  ['an inline fragment', `query ${variables} { ${root} { ... on Now { live } } }`],
  ['fields of fields', `query ${variables} { ${root} { self { live } } }`],
  ['a field with arguments', `query ${variables} { ${root} { with(argument: 1) } }`],
  ['the name of the type', `query ${variables} { ${root} { __typename } }`],
  ['another school in the document', 'query ($input: Seen!) { now(schoolId: 7, input: $input) { live } }'],
  ['variables the other way round', 'query ($input: ID!, $schoolId: Seen!) { now(schoolId: $input, input: $schoolId) { live } }'],
  ['a field of the wrong root type', `mutation ${variables} { attend(schoolId: $schoolId, input: $input) { live } }`],
  ['a document that is too long', `query ${variables} { ${root} { live } } # ${'x'.repeat(40_000)}`],
])('%s is not plain', (_, source) => {
  const read = () => plainDocument(schema, 'now', source)
  if (source === 'query {') expect(read).toThrow()
  else expect(read()).toBeNull()
})

test('a value that is not as the schema says is not answered', () => {
  const plain = plainDocument(schema, 'now', `query ${variables} { ${root} { live names mark } }`)
  const answer = { live: true, names: ['Asha'], mark: 'P' }
  expect(plain?.write(answer)).toBe('{"data":{"now":{"live":true,"names":["Asha"],"mark":"P"}}}')
  for (const wrong of [{ live: null }, { names: [null] }, { names: undefined }, { mark: 'X' }, { live: 'yes' }])
    expect(() => plain?.write({ ...answer, ...wrong })).toThrow()
})

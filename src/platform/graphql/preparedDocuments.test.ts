import fc from 'fast-check'
import {
  type DocumentNode,
  execute,
  GraphQLError,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import { expect, test } from 'vitest'
import { preparedDocuments } from './preparedDocuments.ts'

/** A thing whose fields are there, missing, wrong, late or refused. */
interface Thing {
  id: string
  name: string | null
  size: unknown
  fate: 'now' | 'later' | 'refused' | 'refusedLater' | 'null'
  parts: (Thing | null)[]
}

class Refused extends Error {}

function settle<T>({ fate }: Thing, value: T): T | Promise<T> | null {
  if (fate === 'refused') throw new Refused('refused')
  if (fate === 'refusedLater') return Promise.reject(new Refused('refused later'))
  if (fate === 'null') return null
  return fate === 'later' ? Promise.resolve(value) : value
}

const ThingType: GraphQLObjectType = new GraphQLObjectType({
  name: 'Thing',
  fields: () => ({
    id: { type: new GraphQLNonNull(GraphQLID) },
    name: { type: GraphQLString },
    size: { type: GraphQLInt },
    parts: { type: new GraphQLNonNull(new GraphQLList(ThingType)) },
    sure: { type: new GraphQLNonNull(GraphQLString), resolve: (thing: Thing) => settle(thing, thing.id) },
    perhaps: { type: GraphQLString, resolve: (thing: Thing) => settle(thing, thing.id) },
    named: {
      type: GraphQLString,
      args: { prefix: { type: GraphQLString, defaultValue: 'a' }, times: { type: GraphQLInt } },
      resolve: (thing: Thing, { prefix, times }: { prefix: string; times?: number }) =>
        settle(thing, `${prefix.repeat(times ?? 1)}${thing.id}`),
    },
  }),
})

const root = { type: ThingType, resolve: (_: unknown, __: unknown, { thing }: { thing: Thing }) => settle(thing, thing) }
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { thing: root } }),
  mutation: new GraphQLObjectType({ name: 'Mutation', fields: { change: root } }),
})

const { thing: anyThing } = fc.letrec<{ thing: Thing }>((tie) => ({
  thing: fc.record({
    id: fc.string({ minLength: 1 }),
    name: fc.option(fc.string()),
    size: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(null), fc.constant('wide')),
    fate: fc.constantFrom('now', 'now', 'now', 'later', 'refused', 'refusedLater', 'null'),
    parts: fc.array(fc.option(tie('thing'), { freq: 5 }), { maxLength: 3, depthIdentifier: 'thing' }),
  }),
}))

const fields = [
  'id',
  'name',
  'size',
  'sure',
  'perhaps',
  '__typename',
  'named',
  'longer: named(prefix: $prefix, times: $times)',
  'again: named(prefix: "\\"`${x}", times: 2)',
  '__proto__: id',
  'constructor: perhaps',
  'name @include(if: $whole)',
  'surer: sure @skip(if: $whole)',
  '...F',
]
const anyFields = fc.uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 6 }).map((some) => some.join(' '))

function prepared(text: string): DocumentNode {
  const found = documents.prepare(text)
  if (!('document' in found)) throw new Error(`${found[0]?.message} in ${text}`)
  return found.document
}

const documents = preparedDocuments(schema, { production: true })

test('documents that were made up are refused as often as they are asked', () => {
  for (let time = 0; time < 5; time++) {
    expect(documents.prepare('{ thing { weight } }')).toMatchObject([{ message: 'Cannot query field "weight" on type "Thing".' }])
    expect(documents.prepare('{ __schema { types { name } } }')).toHaveLength(2)
  }
})

test('a compiled document gives the answer of GraphQL.js, with its refusals, whatever is missing, wrong or late', async () => {
  const operation = fc.constantFrom('query', 'mutation')
  const variables = fc.record({ prefix: fc.string(), times: fc.integer({ min: 0, max: 3 }), whole: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(operation, anyFields, anyFields, anyThing, variables, async (kind, outer, inner, thing, variableValues) => {
      const document = prepared(
        `${kind} Ask($prefix: String, $times: Int, $whole: Boolean!) {
          ${kind === 'query' ? 'thing' : 'change'} { ${outer} parts { ${inner} parts { ...F } } }
        }
        fragment F on Thing { id name @skip(if: $whole) perhaps long: named(prefix: $prefix, times: $times) }`,
      )
      const args = { schema, document, variableValues, contextValue: { thing } }
      const expected = plain(await execute(args))
      // The eleventh run is of the compiled document.
      for (let run = 0; run < 12; run++) {
        const { data, errors } = plain(await documents.run(args))
        expect(data).toEqual(expected.data)
        // Once an object is null, GraphQL.js leaves out what else was wrong in it.
        expect(errors).toEqual(expect.arrayContaining(expected.errors))
        if (expected.errors.length === 0) expect(errors).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
})

/** Returns an answer as the caller reads it. */
function plain({ data, errors = [] }: { data?: unknown; errors?: readonly GraphQLError[] | undefined }) {
  return {
    data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
    errors: errors.map((error) => ({
      message: error.message,
      path: error.path?.join('.'),
      refused: error.originalError instanceof Refused,
    })),
  }
}

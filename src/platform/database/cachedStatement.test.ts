import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { cachedStatement, namedStatement } from './cachedStatement.ts'

const db = new Kysely<{ t: { a: number; b: string; c: number[] } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

interface Question {
  a?: number | null | undefined
  b?: string | undefined
  c?: number[] | undefined
  limit: number
  wide: boolean
}

function statement({ a, b, c, limit, wide }: Question) {
  let query = db.selectFrom('t').select('a').where('b', '<>', 'a constant').limit(limit)
  if (b !== undefined) query = query.where('b', 'like', b)
  if (c !== undefined) query = query.where(sql<boolean>`c && ${c}::bigint[]`)
  if (wide || a === undefined) return query
  return a === null ? query.where('a', 'is', null) : query.where('a', '=', a)
}

const questions = fc
  .record<Question>(
    {
      a: fc.option(fc.integer()),
      b: fc.string(),
      c: fc.array(fc.integer()),
      limit: fc.nat(),
      wide: fc.boolean(),
    },
    { requiredKeys: ['limit', 'wide'] },
  )
  // The same question with its keys in any order.
  .chain((question) =>
    fc
      .shuffledSubarray(Object.entries(question), { minLength: Object.keys(question).length })
      .map((entries) => Object.fromEntries(entries) as unknown as Question),
  )

test('a reused statement is the same as one built anew, for whatever values that come in whatever order', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const { sql: text, parameters } = namedStatement('test', question, statement).compile()
      const anew = statement(question).compile()
      expect({ text, parameters }).toEqual({ text: anew.sql, parameters: anew.parameters })
    }),
    { numRuns: runs(1000) },
  )
})

test('a statement cannot be built from what a value is, nor have two values of one name', () => {
  const readingAValue = () =>
    namedStatement('reads', { limit: 5 }, ({ limit }) =>
      db
        .selectFrom('t')
        .select('a')
        .limit(limit * 2),
    )
  expect(readingAValue).toThrow('A statement that is compiled once reads the value values.limit')
  const twice = () =>
    cachedStatement(
      'twice',
      (slots) => ({ ...slots('t', { a: 1 }), ...slots('t', { a: 2 }) }),
      ({ a }) => db.selectFrom('t').select('a').where('a', '=', a),
    )
  expect(twice).toThrow('Two values of a statement are called t.a')
})

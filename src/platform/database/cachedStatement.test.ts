import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { cachedStatement } from './cachedStatement.ts'

const db = new Kysely<{ t: { a: number; b: string; c: number[] } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

interface Question {
  a: number
  b: string
  c: number[]
  limit: number
  wide: boolean
}

function statement({ a, b, c, limit, wide }: Question) {
  const query = db.selectFrom('t').select('a').where('b', 'like', b).where(sql<boolean>`c && ${c}::bigint[]`).limit(limit)
  return wide ? query : query.where('a', '=', a)
}

test('a reused statement is the same as one built anew, for whatever values, and is built once per shape', () => {
  const build = vi.fn<typeof statement>(statement)
  fc.assert(
    fc.property(fc.integer(), fc.string(), fc.array(fc.integer()), fc.nat(), fc.boolean(), (a, b, c, limit, wide) => {
      const ask = (slot: <Value>(value: Value) => Value): Question => ({
        a: slot(a),
        b: slot(b),
        c: slot(c),
        limit: slot(limit),
        wide,
      })
      const { sql: text, parameters } = cachedStatement(`test ${wide}`, ask, build).compile()
      const anew = statement({ a, b, c, limit, wide }).compile()
      expect({ text, parameters }).toEqual({ text: anew.sql, parameters: anew.parameters })
    }),
  )
  expect(build).toHaveBeenCalledTimes(2)
})

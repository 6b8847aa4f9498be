import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler, sql, CamelCasePlugin } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { expect, inject, test } from 'vitest'
import { type AssertedRow, keyOf, type Shape } from './assertedRows.ts'
import { wrongValues } from './wrongValues.ts'

const db = new Kysely<{ fees: { id: number } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
})

const saying = (key: string[], shape: Shape): AssertedRow => ({ place: 'fees.ts:1', type: 'T', key: keyOf(key), shape })

const number: Shape = { kind: 'number' }

test('a row is not what its statement says', () => {
  const find = wrongValues([
    saying(['select id, ', ' as at from fees'], { kind: 'object', fields: { id: number, at: { kind: 'date' } } }),
  ])
  const { query } = sql`select id, ${1} as at from fees`.compile(db)
  expect(find(query, [{ id: 1, at: new Date(), more: true }])).toEqual([])
  expect(
    find(query, [
      { id: 1, at: new Date() },
      { id: '2', at: new Date() },
    ]),
  ).toEqual([{ place: 'fees.ts:1: sql<T>', problem: expect.stringContaining('[1].id') }])
})

test('a column, a subquery’s only table and rows inside of JSON are looked at', () => {
  const find = wrongValues([
    saying(['count(*)'], number),
    saying(['(select 1 as total)'], { kind: 'object', fields: { total: number } }),
  ])
  const column = db.selectFrom('fees').select(sql<number>`count(*)`.as('feeCount'))
  expect(find(column.compile().query, [{ feeCount: 3 }])).toEqual([])
  expect(find(column.compile().query, [{ feeCount: '3' }])).toHaveLength(1)
  const table = db.selectFrom(sql<{ total: number }>`(select 1 as total)`.as('t')).selectAll()
  expect(find(table.compile().query, [{ total: 1 }])).toEqual([])
  expect(find(table.compile().query, [{ total: null }])).toHaveLength(1)
  const json = db.selectNoFrom(jsonArrayFrom(column).as('counts'))
  expect(find(json.compile().query, [{ counts: [{ feeCount: 1 }] }])).toEqual([])
  expect(find(json.compile().query, [{ counts: [{ feeCount: 1 }, { feeCount: null }] }])).toHaveLength(1)
})

test('two statements of one text may say different types', () => {
  const find = wrongValues([saying(['now()'], { kind: 'date' }), saying(['now()'], { kind: 'string' })])
  const { query } = db.selectNoFrom(sql`now()`.as('now')).compile()
  expect(find(query, [{ now: new Date() }, { now: 'today' }])).toEqual([])
  expect(find(query, [{ now: 1 }])).toHaveLength(1)
})

test('every sql<T> of the sources is known by what T means', () => {
  const asserted = inject('assertedRows')
  expect(asserted.length).toBeGreaterThan(500)
  // Where T is the type parameter of a function, its callers say what it is.
  expect(asserted.filter(({ shape, type }) => shape.kind === 'anything' && type !== 'Row')).toEqual([])
  expect(asserted.some(({ key }) => key.startsWith('select r.id from registers r\n'))).toBe(true)
  expect(asserted.find(({ type }) => type === 'AskedForPhone')?.shape).toEqual({
    kind: 'object',
    fields: {
      guesses: number,
      device: { kind: 'union', of: [{ kind: 'literal', value: null }, { kind: 'bytes' }] },
      shared: { kind: 'boolean' },
      late: { kind: 'boolean' },
    },
  })
})

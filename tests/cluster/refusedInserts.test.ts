import { expect, test } from 'vitest'
import { refusedInserts } from './refusedInserts.ts'

const refused = (sql: string) => refusedInserts(sql, (table) => ['payments', 'receipt_counters', 'scores'].includes(table))

test('a payment took its school with its number from the counter, and returned columns', () => {
  const insert = (school: string) =>
    `insert into "payments" ("school_id", "no") select ${school}, "counter"."last" from "receipt_counters" as "counter"
      where "counter"."school_id" = $1 returning *`
  expect(refused(insert('"counter"."school_id"'))).toEqual([expect.stringMatching(/^insert into payments: .* as a value$/)])
  expect(refused(insert('$1::bigint'))).toEqual([])
})

test('a promotion joined the old and the new terms by a value alone', () => {
  const insert = (join: string) =>
    `insert into scores (school_id, id) select $1::bigint, old.id from payments old
      join receipt_counters new on new.school_id = $1 ${join} and new.id = old.id where old.school_id = $1 returning id`
  expect(refused(insert(''))).toEqual([expect.stringMatching(/^insert into scores: .* join them by their school_id/)])
  expect(refused(insert('and new.school_id = old.school_id'))).toEqual([])
})

test('scores were inserted from a list, and returned nothing', () => {
  const insert = (rest: string) =>
    `with incoming as materialized (select * from unnest($1::bigint[]) as i (id)),
      put as (insert into scores (school_id, id) select $2::bigint, id from incoming ${rest}) select now()`
  expect(refused(insert(''))).toEqual([expect.stringMatching(/^insert into scores: .* neither RETURNING/)])
  expect(refused(insert('returning school_id'))).toEqual([])
  expect(refused(insert('on conflict (school_id, id) do update set id = excluded.id'))).toEqual([])
})

test.each([
  'insert into scores (school_id) values ($1)',
  'insert into scores (school_id) select school_id from payments where school_id = $1',
  'insert into scores (school_id) select school_id from payments where school_id = $1 on conflict do nothing returning school_id',
  'insert into installation_storage (mark) select * from unnest($1::text[])',
])('%s is taken', (sql) => {
  expect(refused(sql)).toEqual([])
})

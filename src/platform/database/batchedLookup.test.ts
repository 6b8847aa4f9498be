import { expect, test } from 'vitest'
import { batchedLookup } from './batchedLookup.ts'
import type { Database } from './connect.ts'

const database = {} as Database

/** Returns a lookup that says with each value in which of its reads it was found, and how many reads were begun. */
function counted() {
  let begun = 0
  const lookUp = batchedLookup(async (_: Database, keys: readonly number[]) => {
    begun += 1
    const read = begun
    await new Promise((resolve) => setImmediate(resolve))
    return new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key} of read ${read}`]))
  })
  return { lookUp, begun: () => begun }
}

test('everybody gets the value of the own key; a missing one is undefined', async () => {
  const { lookUp } = counted()
  const found = await Promise.all([1, 2, 1, -1].map((key) => lookUp(database, key)))
  expect(found.map((value) => value?.slice(0, 7))).toEqual(['value 1', 'value 2', 'value 1', undefined])
})

test('nobody gets a value that was read before it was asked for', async () => {
  const { lookUp, begun } = counted()
  const first = lookUp(database, 1)
  while (begun() === 0) await new Promise((resolve) => setImmediate(resolve))
  const again = lookUp(database, 1)
  expect(await Promise.all([first, again])).toEqual(['value 1 of read 1', 'value 1 of read 2'])
})

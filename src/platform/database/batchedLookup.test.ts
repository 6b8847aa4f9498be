import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { batchedLookup } from './batchedLookup.ts'
import type { Database } from './connect.ts'

const database = {} as Database
let batches: number[][]

async function load(_: Database, keys: readonly number[]): Promise<Map<number, string>> {
  batches.push([...keys])
  await sleep(2)
  return new Map(keys.filter((key) => key > 0).map((key) => [key, `value ${key}`]))
}

beforeEach(() => {
  batches = []
})

test('keys of one moment are looked up together, once each; a missing one is undefined', async () => {
  const lookUp = batchedLookup(load)
  const found = await Promise.all([1, 2, 1, -1].map((key) => lookUp(database, key)))
  expect(found).toEqual(['value 1', 'value 2', 'value 1', undefined])
  expect(batches).toEqual([[1, 2, -1]])
})

test('a key that is asked for during a lookup is in the next one', async () => {
  const lookUp = batchedLookup(load)
  const first = lookUp(database, 1)
  while (batches.length === 0) await sleep(0)
  const again = lookUp(database, 1)
  expect(await Promise.all([first, again])).toEqual(['value 1', 'value 1'])
  expect(batches).toEqual([[1], [1]])
})

test('in a rush lookups gather; before and after it nobody waits', async () => {
  const lookUp = batchedLookup(load, { keys: 20, ms: 400 })
  const waits = async (key: number) => {
    const began = performance.now()
    await lookUp(database, key)
    return performance.now() - began > 200
  }
  for (let key = 1; key < 20; key++) expect(await waits(key)).toBe(false)
  const asked: Promise<boolean>[] = []
  for (let key = 20; key < 60; key++) {
    asked.push(waits(key))
    await sleep(1)
  }
  expect(await Promise.all(asked)).toContain(true)
  // Nineteen one by one, and the crowd together.
  expect(batches.length).toBeLessThan(19 + 4)
  expect(batches.flat()).toEqual(Array.from({ length: 59 }, (_, index) => index + 1))
  await sleep(450)
  expect(await waits(60)).toBe(false)
})

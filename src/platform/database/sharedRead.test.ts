import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Database } from './connect.ts'
import { sharedRead } from './sharedRead.ts'

const database = {} as Database

test('those who ask the same within two seconds share one read, also while it is under way; each database and key has its own', async () => {
  const ask = sharedRead<number>(10)
  let read = 0
  const load = () => Promise.resolve((read += 1))
  expect(await Promise.all([ask(database, 'a', load), ask(database, 'a', load)])).toEqual([1, 1])
  expect(await ask(database, 'b', load)).toBe(2)
  expect(await ask({} as Database, 'a', load)).toBe(3)
  const begun = performance.now()
  const now = vi.spyOn(performance, 'now').mockImplementation(() => begun + 1800)
  await sleep(5)
  expect(await ask(database, 'a', load)).toBe(1)
  now.mockImplementation(() => begun + 2100)
  await sleep(5)
  expect(await ask(database, 'a', load)).toBe(4)
  now.mockRestore()
})

test('a failure is told to those who waited, and not kept', async () => {
  const ask = sharedRead<number>(10)
  const failing = () => Promise.reject(new Error('gone'))
  const both = [ask(database, 'a', failing), ask(database, 'a', failing)]
  for (const one of both) await expect(one).rejects.toThrow('gone')
  expect(await ask(database, 'a', () => Promise.resolve(1))).toBe(1)
})

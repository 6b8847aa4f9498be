import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from './connect.ts'
import { sharedRead } from './sharedRead.ts'

const database = {} as Database

let now = 1

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The cache holds the object itself, which fake timers would replace.
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function pass(milliseconds: number): void {
  now += milliseconds
  vi.advanceTimersByTime(milliseconds)
}

test('those who ask the same within two seconds share one read, also while it is under way; each database and key has its own', async () => {
  const ask = sharedRead<number>(10)
  let read = 0
  const load = () => Promise.resolve((read += 1))
  expect(await Promise.all([ask(database, 'a', load), ask(database, 'a', load)])).toEqual([1, 1])
  expect(await ask(database, 'b', load)).toBe(2)
  expect(await ask({} as Database, 'a', load)).toBe(3)
  pass(1800)
  expect(await ask(database, 'a', load)).toBe(1)
  pass(300)
  expect(await ask(database, 'a', load)).toBe(4)
})

test('a failure is told to those who waited, and not kept', async () => {
  const ask = sharedRead<number>(10)
  const failing = () => Promise.reject(new Error('gone'))
  const both = [ask(database, 'a', failing), ask(database, 'a', failing)]
  for (const one of both) await expect(one).rejects.toThrow('gone')
  expect(await ask(database, 'a', () => Promise.resolve(1))).toBe(1)
})

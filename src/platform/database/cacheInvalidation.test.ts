import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { Database } from './connect.ts'
import { invalidationsPublished, cacheTopic } from './cacheInvalidation.ts'

// Nothing connects to it.
const database = new Database('postgres://nobody@127.0.0.1:4890/none', { onError: () => undefined })
const memory = cacheTopic('a test', { forget: () => undefined, forgetAll: () => undefined })

afterAll(() => database.close())

test('whoever has told something is answered when that has been told, whatever others tell meanwhile', async () => {
  const rounds: { told: string[]; over: PromiseWithResolvers<unknown> }[] = []
  vi.spyOn(database.pool, 'query').mockImplementation(((_: string, [, messages]: [string, string[]]) => {
    const over = Promise.withResolvers<unknown>()
    rounds.push({ told: messages.flatMap((message) => (JSON.parse(message) as string[]).slice(2)), over })
    return over.promise
  }) as never)
  const answered: string[] = []
  const command = (name: string) => {
    memory.forget(database, name)
    void invalidationsPublished(database)?.then(() => answered.push(name))
  }
  command('first')
  command('with it')
  await turn()
  command('second')
  rounds[0]?.over.resolve(undefined)
  await turn()
  command('third')
  expect(rounds.map(({ told }) => told)).toEqual([['first', 'with it'], ['second']])
  expect(answered).toEqual(['first', 'with it'])

  rounds[1]?.over.reject(new Error('The database is away.'))
  await turn()
  expect(answered).toEqual(['first', 'with it', 'second'])
  rounds[2]?.over.resolve(undefined)
  await turn()
  expect(answered).toEqual(['first', 'with it', 'second', 'third'])
  expect(invalidationsPublished(database)).toBeUndefined()
})

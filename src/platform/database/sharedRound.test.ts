import { expect, test } from 'vitest'
import type { Database } from './connect.ts'
import { sharedRound } from './sharedRound.ts'

const database = {} as Database

/** A read whose rounds the test ends. */
function rounds() {
  const begun: { schoolId: number; all: readonly string[]; end: PromiseWithResolvers<string> }[] = []
  const ask = sharedRound((_, schoolId, all: readonly string[]) => {
    const end = Promise.withResolvers<string>()
    begun.push({ schoolId, all: [...all], end })
    return end.promise
  })
  return { begun, ask: (schoolId: number, wanted: string) => ask(database, schoolId, wanted) }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('who asks while a round runs shares the next one, and schools do not wait for each other', async () => {
  const { begun, ask } = rounds()
  const first = [ask(1, 'a'), ask(1, 'b')]
  await turn()
  const second = [ask(1, 'c'), ask(2, 'x'), ask(1, 'd')]
  await turn()
  expect(begun.map(({ schoolId, all }) => [schoolId, all.join()])).toEqual([
    [1, 'a,b'],
    [2, 'x'],
  ])
  begun[1]!.end.resolve('two')
  begun[0]!.end.resolve('one')
  expect(await Promise.all(first)).toEqual(['one', 'one'])
  await turn()
  expect(begun[2]).toMatchObject({ schoolId: 1, all: ['c', 'd'] })
  begun[2]!.end.resolve('three')
  expect(await Promise.all(second)).toEqual(['three', 'two', 'three'])
  void ask(1, 'e')
  await turn()
  expect(begun[3]).toMatchObject({ schoolId: 1, all: ['e'] })
})

test('a failure is that of its round, and the next round begins', async () => {
  const { begun, ask } = rounds()
  const failing = ask(1, 'a')
  await turn()
  const next = ask(1, 'b')
  begun[0]!.end.reject(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  await turn()
  begun[1]!.end.resolve('here')
  expect(await next).toBe('here')
})

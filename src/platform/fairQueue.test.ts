import { expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { fairQueue, type QueueLimits, type Turn, type Urgency } from './fairQueue.ts'

/** A queue whose work ends when the test says so. */
function watchedQueue(limits: Partial<QueueLimits> = {}) {
  const messages = { tooManyOfPerson: () => 'yours', tooMany: () => 'all' }
  const run = fairQueue({ atOnce: 2, waiting: 100, waitingOfPerson: 100, messages, ...limits })
  const started: string[] = []
  const open = new Map<string, () => void>()
  const add = (name: string, person: string, urgency: Urgency = 'PERSON', more: Partial<Turn> = {}) => {
    const end = Promise.withResolvers<string>()
    return run({ person, urgency, ...more }, () => {
      started.push(name)
      open.set(name, () => end.resolve(name))
      return end.promise
    })
  }
  /** Ends the oldest running work until nothing runs. */
  const finish = async () => {
    for (let [next] = open; next !== undefined; [next] = open) await end(next[0])
  }
  const end = async (name: string) => {
    open.get(name)?.()
    open.delete(name)
    await settled()
  }
  return { add, started, finish, end, running: () => [...open.keys()] }
}

/** Lets everything that can go on go on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('one person’s work runs one after another, and others pass it', async () => {
  const queue = watchedQueue()
  const first = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.add(name, 'a'))
  expect(queue.running()).toEqual(['a1'])
  const others = ['b1', 'c1', 'b2'].map((name) => queue.add(name, name[0]!))
  expect(queue.running()).toEqual(['a1', 'b1'])
  await queue.finish()
  expect(queue.started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  expect(await Promise.all([...first, ...others])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'])
})

test('the counter comes before everybody else, and the background last', async () => {
  const queue = watchedQueue()
  const work = [
    ...['a', 'b', 'c', 'd'].map((person) => queue.add(person, person)),
    ...['x', 'y'].map((person) => queue.add(person, person, 'BACKGROUND')),
    ...['clerk 1', 'clerk 2'].map((name) => queue.add(name, 'clerk', 'COUNTER')),
    queue.add('head', 'head', 'COUNTER'),
  ]
  await queue.finish()
  expect(queue.started).toEqual(['a', 'b', 'clerk 1', 'head', 'clerk 2', 'c', 'd', 'x', 'y'])
  await Promise.all(work)
})

test('the background takes all places while nobody is served, and one otherwise', async () => {
  const queue = watchedQueue()
  const parts = ['p1', 'p2', 'p3', 'p4'].map((name) => queue.add(name, 'report', 'BACKGROUND'))
  expect(queue.running()).toEqual(['p1', 'p2'])
  const person = queue.add('a', 'a')
  await queue.end('p1')
  expect(queue.running()).toEqual(['p2', 'a'])
  await queue.end('p2')
  expect(queue.running()).toEqual(['a', 'p3'])
  await queue.end('p3')
  expect(queue.running()).toEqual(['a', 'p4'])
  await queue.finish()
  await Promise.all([...parts, person])
})

test('too much of one person is refused with a time to wait, and does not count against others', async () => {
  const queue = watchedQueue({ waitingOfPerson: 2, waiting: 3 })
  const work = ['a1', 'a2', 'a3'].map((name) => queue.add(name, 'a'))
  expect(await refusal(queue.add('a4', 'a'))).toEqual({ code: 'RATE_LIMITED', message: 'yours', problems: [] })
  await expect(queue.add('a4', 'a')).rejects.toMatchObject({ retryAfterSeconds: 5 })
  work.push(queue.add('b1', 'b'), queue.add('b2', 'b'))
  // The queue is full: a person with nothing in it is let in for longer than one who has some.
  work.push(queue.add('c1', 'c'))
  expect(await refusal(queue.add('c2', 'c'))).toEqual({ code: 'UNAVAILABLE', message: 'all', problems: [] })
  work.push(queue.add('d1', 'd'), queue.add('e1', 'e'))
  expect(await refusal(queue.add('f1', 'f'))).toEqual({ code: 'UNAVAILABLE', message: 'all', problems: [] })
  // Nobody of another urgency takes the counter's room, and the background is never refused.
  work.push(queue.add('clerk', 'clerk', 'COUNTER'))
  work.push(...Array.from({ length: 10 }, (_, n) => queue.add(`p${n}`, 'report', 'BACKGROUND')))
  await queue.finish()
  await Promise.all(work)
  await Promise.all([queue.add('a5', 'a'), queue.finish()])
})

test('what is aborted leaves the queue, also when it is its turn', async () => {
  const queue = watchedQueue({ atOnce: 1 })
  const unwanted = new AbortController()
  const { signal } = unwanted
  const work = [queue.add('a', 'a'), queue.add('c', 'c')]
  const left = queue.add('b', 'b', 'PERSON', { signal })
  unwanted.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(queue.add('d', 'd', 'PERSON', { signal })).rejects.toThrow('gone')
  await queue.finish()
  expect(queue.started).toEqual(['a', 'c'])
  await Promise.all(work)
})

test('work that fails gives its place to the next', async () => {
  const run = fairQueue({
    atOnce: 1,
    waiting: 9,
    waitingOfPerson: 9,
    messages: { tooManyOfPerson: () => '', tooMany: () => '' },
  })
  const turn = { person: 'a', urgency: 'PERSON' } as const
  const failing = run(turn, () => Promise.reject(new Error('no')))
  const next = run(turn, async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

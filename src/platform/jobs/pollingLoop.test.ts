import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { type PollingLoop, startPollingLoop } from './pollingLoop.ts'

const error = vi.fn<(...said: unknown[]) => void>()
let loop: PollingLoop | undefined

afterEach(async () => {
  await loop?.stop()
  error.mockClear()
})

function start(poll: () => Promise<number | undefined>, idleMs = 60_000): PollingLoop {
  return (loop = startPollingLoop({ poll, idleMs, log: { error }, failure: 'The work could not be polled' }))
}

test('polls at once, again when the poll says so, and then after the idle time', async () => {
  const answers = [5, 5]
  const poll = vi.fn<() => Promise<number | undefined>>(async () => answers.shift())
  start(poll, 40)
  await eventually(() => expect(poll.mock.calls.length).toBeGreaterThanOrEqual(4))
})

/** A poll that goes on until it is told to end. */
function heldPoll() {
  const ends: PromiseWithResolvers<undefined>[] = []
  const poll = vi.fn<() => Promise<undefined>>(() => {
    const end = Promise.withResolvers<undefined>()
    ends.push(end)
    return end.promise
  })
  return { poll, end: (nth: number) => ends[nth]?.resolve(undefined) }
}

test('never runs two polls at a time; calls during a poll are followed by one more', async () => {
  const { poll, end } = heldPoll()
  const { pollIn } = start(poll)
  await eventually(() => expect(poll).toHaveBeenCalledTimes(1))
  for (let nth = 0; nth < 5; nth++) pollIn(0)
  await sleep(30)
  expect(poll).toHaveBeenCalledTimes(1)
  end(0)
  await eventually(() => expect(poll).toHaveBeenCalledTimes(2))
  end(1)
  await sleep(30)
  expect(poll).toHaveBeenCalledTimes(2)
})

test('a later call does not put off a planned poll', async () => {
  const poll = vi.fn<() => Promise<undefined>>(async () => undefined)
  const { pollIn } = start(poll)
  await eventually(() => expect(poll).toHaveBeenCalledTimes(1))
  pollIn(30)
  pollIn(30_000)
  await eventually(() => expect(poll).toHaveBeenCalledTimes(2))
})

test('polls often after a wake', async () => {
  const poll = vi.fn<() => Promise<undefined>>(async () => undefined)
  start(poll).wake()
  await eventually(() => expect(poll.mock.calls.length).toBeGreaterThanOrEqual(4))
})

test('goes on after a failure, and says it', async () => {
  const poll = vi.fn<() => Promise<number | undefined>>(async () => {
    throw new Error('The database is away')
  })
  start(poll, 10)
  await eventually(() => expect(poll.mock.calls.length).toBeGreaterThanOrEqual(3))
  expect(error).toHaveBeenCalledWith({ err: expect.any(Error) }, 'The work could not be polled')
})

test('waits for the running poll when it stops, and polls no more', async () => {
  const { poll, end } = heldPoll()
  const { stop, pollIn } = start(poll)
  await eventually(() => expect(poll).toHaveBeenCalledTimes(1))
  let stopped = false
  const stopping = stop().then(() => (stopped = true))
  pollIn(0)
  await sleep(30)
  expect(stopped).toBe(false)
  end(0)
  await stopping
  await sleep(30)
  expect(poll).toHaveBeenCalledTimes(1)
})

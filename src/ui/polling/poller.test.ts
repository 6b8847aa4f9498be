import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { poll } from './poller.ts'

class Page extends EventTarget {
  hidden = false
}

let page: Page
let connection: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  page = new Page()
  connection = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', connection.addEventListener.bind(connection))
  vi.stubGlobal('removeEventListener', connection.removeEventListener.bind(connection))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('asks immediately and then at its interval, counted from request to request', async () => {
  const ask = vi.fn<() => Promise<unknown>>(() => new Promise((resolve) => setTimeout(resolve, 500)))
  const stop = poll({ everyMs: 2000, ask })
  expect(ask).toHaveBeenCalledTimes(1)
  await after(1999)
  expect(ask).toHaveBeenCalledTimes(1)
  await after(1)
  expect(ask).toHaveBeenCalledTimes(2)
  await after(20_000)
  expect(ask).toHaveBeenCalledTimes(12)
  stop()
  await after(20_000)
  expect(ask).toHaveBeenCalledTimes(12)
})

test('the interval varies by ten percent', async () => {
  for (const [random, wait] of [
    [0, 1800],
    [1, 2200],
  ] as const) {
    vi.mocked(Math.random).mockReturnValue(random)
    const ask = vi.fn<() => Promise<unknown>>(async () => undefined)
    const stop = poll({ everyMs: 2000, ask })
    await after(wait - 1)
    expect(ask).toHaveBeenCalledTimes(1)
    await after(1)
    expect(ask).toHaveBeenCalledTimes(2)
    stop()
  }
})

test('without an answer it backs off to half a minute, and reports the failure', async () => {
  let works = false
  const answers: boolean[] = []
  const times: number[] = []
  const now = () => vi.getMockedSystemTime()!.getTime()
  const begin = now()
  const ask = async () => {
    times.push(now() - begin)
    if (!works) throw new TypeError('Failed to fetch')
  }
  const stop = poll({ everyMs: 2000, ask, onAnswer: (answered) => answers.push(answered) })
  await after(100_000)
  expect(times).toEqual([0, 4000, 12_000, 28_000, 58_000, 88_000])
  works = true
  await after(20_000)
  expect(times.slice(6)).toEqual([118_000, 120_000])
  expect(answers).toEqual([...Array.from({ length: 6 }, () => false), true, true])
  stop()
})

test('when the connection returns it asks immediately, at the normal interval', async () => {
  const ask = vi.fn<() => Promise<unknown>>(() => Promise.reject(new TypeError('Failed to fetch')))
  const stop = poll({ everyMs: 2000, ask })
  await after(30_000)
  const before = ask.mock.calls.length
  connection.dispatchEvent(new Event('online'))
  expect(ask).toHaveBeenCalledTimes(before + 1)
  await after(4000)
  expect(ask).toHaveBeenCalledTimes(before + 2)
  stop()
})

test('it pauses in a hidden page, and asks immediately when the page is visible again', async () => {
  const ask = vi.fn<() => Promise<unknown>>(async () => undefined)
  const always = vi.fn<() => Promise<unknown>>(async () => undefined)
  const stops = [poll({ everyMs: 2000, ask }), poll({ everyMs: 2000, ask: always, whileHidden: true })]
  page.hidden = true
  await after(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(always.mock.calls.length).toBeGreaterThan(25)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(ask).toHaveBeenCalledTimes(2)
  for (const stop of stops) stop()
})

test('it has one request at a time, and gives up a request without an answer', async () => {
  const ask = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined))
  const stop = poll({ everyMs: 2000, ask })
  await after(14_000)
  connection.dispatchEvent(new Event('online'))
  expect(ask).toHaveBeenCalledTimes(1)
  await after(3000)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
})

test('with whileHidden it retries soon in a hidden page, also after a request without an answer', async () => {
  const ask = vi.fn<() => Promise<unknown>>(() => Promise.reject(new TypeError('Failed to fetch')))
  const stop = poll({ everyMs: 3000, ask, whileHidden: true })
  page.hidden = true
  await after(20_000)
  expect(ask).toHaveBeenCalledTimes(5)
  ask.mockReturnValue(new Promise(() => undefined))
  await after(5000)
  expect(ask).toHaveBeenCalledTimes(6)
  // Given up after five seconds.
  await after(6500)
  expect(ask).toHaveBeenCalledTimes(7)
  stop()
})

test('a hidden page, whose timers are throttled, uses those of a worker', async () => {
  const workers: WorkerOfTest[] = []
  class WorkerOfTest {
    onmessage: ((event: { data: number }) => void) | null = null
    asked: { id: number; ms: number }[] = []
    terminated = false
    constructor() {
      workers.push(this)
    }
    postMessage(waiting: { id: number; ms: number }) {
      this.asked.push(waiting)
    }
    terminate() {
      this.terminated = true
    }
    answer(ms: number) {
      this.onmessage?.({ data: this.asked.findLast((request) => request.ms === ms)?.id ?? 0 })
    }
  }
  vi.stubGlobal('Worker', WorkerOfTest)
  const ask = vi.fn<() => Promise<unknown>>(async () => undefined)
  const stop = poll({ everyMs: 3000, ask, whileHidden: true })
  const [worker] = workers
  await after(0)
  for (const times of [2, 3, 4]) {
    worker?.answer(3000)
    expect(ask).toHaveBeenCalledTimes(times)
    await after(0)
  }
  // The page's own timer does not ask again.
  await after(2999)
  expect(ask).toHaveBeenCalledTimes(4)
  await after(1)
  expect(ask).toHaveBeenCalledTimes(5)
  stop()
  expect(worker?.terminated).toBe(true)
  expect(workers).toHaveLength(1)
})

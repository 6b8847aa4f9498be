import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#platform/cannotStart.ts'
import type { Config } from '#platform/config.ts'
import type { Farewell } from '#platform/http/drain.ts'
import type { Log } from '#platform/logging.ts'
import { farewellOfReplaced } from './farewells.ts'
import type { FromServing, ToServing } from './processMessages.ts'
import type { Installation } from './serve.ts'

export interface ServingProcesses {
  /** Resolves when all of them serve. @throws CannotStart when one of them ends before */
  ready(): Promise<void>
  /**
   * Puts new ones, with the code on disk, in the place of those that serve, one after the other: each is ready before the old one takes
   * its leave, and the old one has gone before the next begins.
   * @throws CannotStart when a new one does not begin to serve; those that have not been replaced yet go on
   */
  replace(): Promise<void>
  stop(farewell: Farewell): Promise<void>
}

/** One that died is started again after so many milliseconds, and each time later while it dies again soon. */
const again = { first: 100, most: 10_000, soon: 60_000 }
/** What does not end although it was told to is ended. */
const statementTimeoutMs = 20_000

interface One {
  worker: Worker
  /** Resolves when it serves, or with why it never will. */
  begun: Promise<'ready' | CannotStart>
  serves: boolean
  ended: Promise<unknown>
}

/**
 * Starts processes that serve on one port and keeps them: one that dies is started again.
 * @param installation they load their code while that is being brought up
 */
export function superviseProcesses(
  { processes: count, keepAliveSeconds }: Pick<Config, 'processes' | 'keepAliveSeconds'>,
  installation: Promise<Installation>,
  log: Log,
): ServingProcesses {
  const places: One[] = []
  const alive = new Set<One>()
  let stopping = false
  installation.catch(() => undefined)
  process.once('exit', () => {
    for (const { worker } of alive) worker.process.kill('SIGKILL')
  })
  for (let place = 0; place < count; place += 1) {
    const one = (places[place] = fork())
    void keep(place, one)
  }

  function fork(): One {
    const worker = cluster.fork()
    const ended = once(worker, 'exit').then(([code, signal]: unknown[]) => {
      alive.delete(one)
      return String(signal ?? code)
    })
    let words: string | undefined
    const ready = new Promise<'ready'>((resolve) => {
      worker.on('message', (message: FromServing) => {
        if (message.type === 'loaded')
          installation.then(
            (given) => tell(worker, { type: 'serve', installation: given }),
            () => worker.process.kill('SIGKILL'),
          )
        else if (message.type === 'ready') {
          one.serves = true
          resolve('ready')
        } else if (message.type === 'failed') words = message.words
      })
    })
    const failed = ended.then((how) => new CannotStart(words ?? `A serving process ended before it was ready (${how}).`))
    const one: One = { worker, begun: Promise.race([ready, failed]), serves: false, ended }
    alive.add(one)
    return one
  }

  /** Starts another in the place of one that ends without having been told to. */
  async function keep(place: number, first: One): Promise<void> {
    // At the first start a person is told, and the whole ends.
    if ((await first.begun) !== 'ready') return
    let one = first
    for (let soon = 0; ; ) {
      const began = Date.now()
      await one.ended
      if (stopping || places[place] !== one) return
      log.error({}, 'A serving process ended and is started again')
      soon = Date.now() - began < again.soon ? soon + 1 : 0
      await sleep(Math.min(again.most, again.first * 2 ** soon))
      if (stopping || places[place] !== one) return
      one = places[place] = fork()
    }
  }

  async function replaceOne(place: number): Promise<void> {
    const next = fork()
    const begun = await next.begun
    if (begun !== 'ready') throw begun
    const old = places[place]
    places[place] = next
    void keep(place, next)
    if (old) await end(old, farewellOfReplaced(keepAliveSeconds))
  }

  async function end({ worker, serves, ended }: One, farewell: Farewell): Promise<void> {
    if (serves) tell(worker, { type: 'stop', farewell })
    else worker.process.kill('SIGKILL')
    const late = setTimeout(() => worker.process.kill('SIGKILL'), farewell.acceptMs + farewell.graceMs + statementTimeoutMs)
    await ended
    clearTimeout(late)
  }

  return {
    ready: async () => {
      for (const begun of await Promise.all(places.map((one) => one.begun))) if (begun !== 'ready') throw begun
    },
    replace: async () => {
      for (let place = 0; place < count && !stopping; place += 1) await replaceOne(place)
    },
    stop: async (farewell) => {
      stopping = true
      await Promise.all([...alive].map((one) => end(one, farewell)))
    },
  }
}

/** One that has died meanwhile is told nothing. */
function tell(worker: Worker, message: ToServing): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

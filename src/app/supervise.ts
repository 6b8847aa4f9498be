import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#platform/cannotStart.ts'
import type { Config } from '#platform/config.ts'
import type { DrainTiming } from '#platform/http/drain.ts'
import type { Log } from '#platform/logging.ts'
import { replacedProcessTiming } from './drainTimings.ts'
import type { ServingMessage, PrimaryMessage } from './processMessages.ts'
import { entryOfRelease } from './release.ts'
import type { Installation } from './serve.ts'

export interface ServingProcesses {
  /** Resolves when all processes serve. @throws CannotStart when one ends before */
  ready(): Promise<void>
  /**
   * Replaces the serving processes one by one with new ones of this entry file. Each new process is ready before the
   * old one drains, and the old one has ended before the next is replaced.
   *
   * @throws CannotStart when a new process does not start to serve; those not replaced yet go on
   */
  replace(entry: string): Promise<void>
  stop(timing: DrainTiming): Promise<void>
}

/** Delay before a process that died is restarted, in milliseconds. It doubles while processes die within `soon`. */
const restartDelay = { first: 100, most: 10_000, soon: 60_000 }
/** Time after which a process that was told to stop is killed. */
const killTimeoutMs = 20_000

interface ServingProcess {
  worker: Worker
  /** The file that it runs; one that dies is followed by one of the same release. */
  entry: string
  /** Resolves when the process serves, or with the reason why it never will. */
  begun: Promise<'ready' | CannotStart>
  serves: boolean
  ended: Promise<unknown>
}

/**
 * Starts processes that serve on one port, and restarts those that die.
 *
 * @param installation the processes load their code while it starts
 */
export function superviseProcesses(
  { processes: count, keepAliveSeconds }: Pick<Config, 'processes' | 'keepAliveSeconds'>,
  installation: Promise<Installation>,
  log: Log,
): ServingProcesses {
  const slots: ServingProcess[] = []
  const alive = new Set<ServingProcess>()
  let stopping = false
  installation.catch(() => undefined)
  process.once('exit', () => {
    for (const { worker } of alive) worker.process.kill('SIGKILL')
  })
  const entry = entryOfRelease()
  for (let slot = 0; slot < count; slot += 1) {
    const started = (slots[slot] = fork(entry))
    void keepRunning(slot, started)
  }

  function fork(entry: string): ServingProcess {
    cluster.setupPrimary({ exec: entry })
    const worker = cluster.fork()
    const ended = once(worker, 'exit').then(([code, signal]: unknown[]) => {
      alive.delete(started)
      return String(signal ?? code)
    })
    let failure: string | undefined
    const ready = new Promise<'ready'>((resolve) => {
      worker.on('message', (message: ServingMessage) => {
        if (message.type === 'loaded')
          installation.then(
            (value) => send(worker, { type: 'serve', installation: value }),
            () => worker.process.kill('SIGKILL'),
          )
        else if (message.type === 'ready') {
          started.serves = true
          resolve('ready')
        } else if (message.type === 'failed') failure = message.words
      })
    })
    const failed = ended.then((how) => new CannotStart(failure ?? `A serving process ended before it was ready (${how}).`))
    const started: ServingProcess = { worker, entry, begun: Promise.race([ready, failed]), serves: false, ended }
    alive.add(started)
    return started
  }

  /** Restarts the process of a slot when it ends without having been told to. */
  async function keepRunning(slot: number, first: ServingProcess): Promise<void> {
    // At the first start the person at the terminal is told, and everything ends.
    if ((await first.begun) !== 'ready') return
    let started = first
    for (let soon = 0; ; ) {
      const began = Date.now()
      await started.ended
      if (stopping || slots[slot] !== started) return
      log.error({}, 'A serving process ended and is started again')
      soon = Date.now() - began < restartDelay.soon ? soon + 1 : 0
      await sleep(Math.min(restartDelay.most, restartDelay.first * 2 ** soon))
      if (stopping || slots[slot] !== started) return
      started = slots[slot] = fork(started.entry)
    }
  }

  async function replaceSlot(slot: number, entry: string): Promise<void> {
    const next = fork(entry)
    const begun = await next.begun
    if (begun !== 'ready') throw begun
    const old = slots[slot]
    slots[slot] = next
    void keepRunning(slot, next)
    if (old) await end(old, replacedProcessTiming(keepAliveSeconds))
  }

  async function end({ worker, serves, ended }: ServingProcess, timing: DrainTiming): Promise<void> {
    if (serves) send(worker, { type: 'stop', farewell: timing })
    else worker.process.kill('SIGKILL')
    const killTimer = setTimeout(() => worker.process.kill('SIGKILL'), timing.acceptMs + timing.graceMs + killTimeoutMs)
    await ended
    clearTimeout(killTimer)
  }

  return {
    ready: async () => {
      for (const begun of await Promise.all(slots.map((started) => started.begun))) if (begun !== 'ready') throw begun
    },
    replace: async (next) => {
      for (let slot = 0; slot < count && !stopping; slot += 1) await replaceSlot(slot, next)
    },
    stop: async (timing) => {
      stopping = true
      await Promise.all([...alive].map((started) => end(started, timing)))
    },
  }
}

/** Does nothing for a process that has died. */
function send(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

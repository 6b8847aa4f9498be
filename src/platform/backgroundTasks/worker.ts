import type { Database, Tx } from '../database/connect.ts'
import { startPollingLoop } from '../jobs/pollingLoop.ts'
import type { Log } from '../logging.ts'
import { takeOverFormerOrders } from './formerOrders.ts'
import { registerTaskWorker } from './registeredWorkers.ts'
import { type Claim, claimTasks, endTask, keepTask, releaseTask, type TaskKind } from './backgroundTasks.sql.ts'

/** Intervals of the worker in milliseconds. Tests use shorter ones. */
export interface TaskTimes {
  /** Between two polls for tasks when nothing wakes the worker. */
  poll: number
  /** Between two heartbeats of a run. */
  beat: number
  /** A run without a heartbeat for this long counts as dead, and its task is begun again. */
  silence: number
  /** Until an interrupted task is begun again. */
  again: number
}

export const taskTimes: TaskTimes = { poll: 2000, beat: 5000, silence: 30_000, again: 5000 }

/** Maximum number of starts of a task: what ended three would end the fourth. */
export const maxStarts = 3

/** How a kind of task is carried out. */
export interface Task {
  kind: TaskKind
  /** Number of tasks that a process carries out at once. */
  atOnce: number
  /**
   * Carries out a task to its end, and stores the result in a transaction with `endTask`. Settles only when
   * nothing of it is active any more, unless the server stops. What rejects is logged and begun again, three times at
   * most.
   *
   * @param signal aborted when the task is not this process's any more, or the server stops
   */
  carryOut(claim: Claim, signal: AbortSignal): Promise<void>
  /**
   * Stores in the domain's row that its run was interrupted: it waits to be begun again, or is given up.
   *
   * @param claim its `starts` are those that count
   */
  interrupted(db: Tx, claim: Claim, next: 'AGAIN' | 'GIVEN_UP'): Promise<void>
}

/** The run has no task any more: it was withdrawn, or another process has it. */
export class TaskLost extends Error {
  override name = 'TaskLost'
}

/** The server stops. */
export class ServerStops extends Error {
  override name = 'ServerStops'
}

/** How long runs may take to end when the server stops. */
const graceMs = 5000

/**
 * Starts the worker that carries out the ordered tasks of all schools. Each is carried out to its end once, however
 * many processes run and however often one dies. `stop` ends the runs of this process and releases their tasks.
 */
export function startTaskWorker(
  { database, log }: { database: Database; log: Log },
  tasks: readonly Task[],
  times: TaskTimes = taskTimes,
): { stop(): Promise<void> } {
  const running = new Map<Claim, { ending: AbortController; run: Promise<void> }>()
  let stopped = false

  async function fill(task: Task): Promise<void> {
    const free = task.atOnce - [...running.keys()].filter(({ kind }) => kind === task.kind).length
    if (stopped || free <= 0) return
    for (const claim of await claimTasks(database, task.kind, { most: free, silenceMs: times.silence })) {
      const ending = new AbortController()
      const run = carryOut(task, claim, ending)
        .catch((err: unknown) => log.error({ err, operation: task.kind }, 'A background task was interrupted'))
        .finally(() => {
          running.delete(claim)
          loop.pollIn(0)
        })
      running.set(claim, { ending, run })
      if (stopped) ending.abort(new ServerStops())
    }
  }

  async function carryOut(task: Task, claim: Claim, ending: AbortController): Promise<void> {
    // This start would be the fourth.
    if (claim.starts > maxStarts) return interrupt(task, claim, 'GIVEN_UP', false)
    const heart = startHeart(claim, ending)
    try {
      await task.carryOut(claim, ending.signal)
    } catch (error) {
      const reason: unknown = ending.signal.aborted ? ending.signal.reason : error
      if (reason instanceof TaskLost) return
      const stops = reason instanceof ServerStops
      await interrupt(task, claim, 'AGAIN', !stops)
      if (!stops) throw error
    } finally {
      clearInterval(heart)
    }
  }

  /** Another run may have the task by now: then nothing is stored. */
  async function interrupt(task: Task, claim: Claim, next: 'AGAIN' | 'GIVEN_UP', counted: boolean): Promise<void> {
    await database
      .transaction(claim.schoolId, async (db) => {
        await task.interrupted(db, counted ? claim : { ...claim, starts: claim.starts - 1 }, next)
        const own = next === 'AGAIN' ? await releaseTask(db, claim, counted ? times.again : 0, counted) : await endTask(db, claim)
        if (!own) throw new TaskLost()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TaskLost)) throw error
      })
  }

  function startHeart(claim: Claim, ending: AbortController): NodeJS.Timeout {
    let lastBeat = performance.now()
    return setInterval(() => {
      const begun = performance.now()
      keepTask(database, claim, times.silence).then(
        (own) => {
          lastBeat = begun
          if (!own) ending.abort(new TaskLost())
        },
        () => {
          // By now another process counts this run as dead.
          if (performance.now() - lastBeat > times.silence) ending.abort(new TaskLost())
        },
      )
    }, times.beat)
  }

  const loop = startPollingLoop({
    poll: async () => {
      await takeOverFormerOrders(database)
      for (const task of tasks) await fill(task)
      return undefined
    },
    idleMs: times.poll,
    log,
    failure: 'Background tasks could not be looked for',
  })
  registerTaskWorker(database, {
    wake: loop.wake,
    abort: ({ kind, schoolId, id }) => {
      for (const [claim, { ending }] of running)
        if (claim.kind === kind && claim.schoolId === schoolId && claim.id === id) ending.abort(new TaskLost())
    },
  })

  return {
    stop: async () => {
      stopped = true
      registerTaskWorker(database, undefined)
      const polled = loop.stop()
      for (const { ending } of running.values()) ending.abort(new ServerStops())
      const ended = polled.then(() => Promise.all([...running.values()].map(({ run }) => run)))
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
    },
  }
}

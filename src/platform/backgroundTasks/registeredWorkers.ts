import type { Database } from '../database/connect.ts'
import type { TaskKey } from './backgroundTasks.sql.ts'

/** The worker of a database in this process. */
interface Worker {
  /** Looks for tasks soon. */
  wake(): void
  /** Ends the run of a task; does nothing when this process has none. */
  abort(task: TaskKey): void
}

const workers = new WeakMap<Database, Worker>()

/** Registers the worker of a database in this process; undefined removes it. */
export function registerTaskWorker(database: Database, worker: Worker | undefined): void {
  if (worker) workers.set(database, worker)
  else workers.delete(database)
}

/**
 * Makes this process look for tasks soon, so that what is ordered need not wait for the next poll. May be called before
 * the order is committed.
 */
export function wakeTaskWorker(database: Database): void {
  workers.get(database)?.wake()
}

/** Ends the run of a withdrawn task if it is in this process. Another process finds out at its next heartbeat. */
export function abortTask(database: Database, task: TaskKey): void {
  workers.get(database)?.abort(task)
}

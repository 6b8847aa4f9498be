import type { Database } from '../database/connect.ts'

/** The document worker of a database in this process. */
interface DocumentWorker {
  /** Polls the queue soon. */
  wake(): void
  /** Aborts a run of this process; does nothing when it has none of this job. */
  end(schoolId: number, jobId: number): void
}

const workers = new WeakMap<Database, DocumentWorker>()

/** Registers the document worker of a database in this process; undefined removes it. */
export function registerDocumentWorker(database: Database, worker: DocumentWorker | undefined): void {
  if (worker) workers.set(database, worker)
  else workers.delete(database)
}

/**
 * Makes this process poll soon, so that an order need not wait for the next turn. May be called before the order is
 * committed.
 */
export function wakeDocumentWorker(database: Database): void {
  workers.get(database)?.wake()
}

/** Aborts the run of a cancelled job if it is in this process. Another process learns of it at its next heartbeat. */
export function abortDocumentRun(database: Database, schoolId: number, jobId: number): void {
  workers.get(database)?.end(schoolId, jobId)
}

import type { Database } from '../database/connect.ts'

/** What looks after the documents of a database in this process. */
interface Tender {
  /** Something may be there to be made in a moment. */
  wake(): void
  /** Ends a run of this process; nothing when it has none of this job. */
  end(schoolId: number, jobId: number): void
}

const tenders = new WeakMap<Database, Tender>()

/** Names who looks after the documents of a database in this process; undefined: nobody any more. */
export function tendedBy(database: Database, tender: Tender | undefined): void {
  if (tender) tenders.set(database, tender)
  else tenders.delete(database)
}

/** Has this process look soon: an order need not wait for the next turn. It may be called before the order is committed. */
export function wakeDocuments(database: Database): void {
  tenders.get(database)?.wake()
}

/** Ends the run of a job that was cancelled at once, if it is in this process; another finds it out with its next beat. */
export function endDocument(database: Database, schoolId: number, jobId: number): void {
  tenders.get(database)?.end(schoolId, jobId)
}

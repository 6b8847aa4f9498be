import type { Database } from './database/connect.ts'
import { shortLivedCache } from './database/shortLivedCache.ts'
import type { Viewer } from './viewer.ts'

/** A record older than this is renewed in the background; other viewers' records are renewed in the foreground. */
const freshMs = 2000
/** A record that could not be renewed expires after this. */
const longestMs = 10_000
/** How long renewals are collected before they are read in one statement. */
const gatherMs = 1000

interface Known {
  viewer: Viewer
  at: number
}

/**
 * Caches viewers of whom thousands poll at the same time, such as students in live lectures. Reading each record every
 * two seconds would cost more than the polls. A record of two to ten seconds is returned at once; a school's old
 * records are renewed together, once a second. A disabled person is therefore refused a few seconds later.
 */
export function polledViewers({
  load,
}: {
  /** Returns the enabled viewers with these subjects. */
  load: (database: Database, schoolId: number, subjects: readonly string[]) => Promise<Viewer[]>
}) {
  const known = shortLivedCache<string, Known>(50_000, longestMs)
  const renewals = new WeakMap<Database, Map<number, Map<string, Known>>>()

  function renewLater(database: Database, entry: Known): void {
    let schools = renewals.get(database)
    if (!schools) renewals.set(database, (schools = new Map()))
    const { schoolId, subject } = entry.viewer
    const gathered = schools.get(schoolId)
    if (gathered) {
      gathered.set(subject, entry)
      return
    }
    const due = new Map([[subject, entry]])
    schools.set(schoolId, due)
    setTimeout(() => {
      schools.delete(schoolId)
      // After a failure the record expires, and the next request reads it and reports the error.
      void renew(database, schoolId, due).catch(() => undefined)
    }, gatherMs).unref()
  }

  async function renew(database: Database, schoolId: number, due: ReadonlyMap<string, Known>): Promise<void> {
    const at = performance.now()
    const found = new Map((await load(database, schoolId, [...due.keys()])).map((viewer) => [viewer.subject, viewer]))
    const cache = known(database)
    for (const [subject, entry] of due) {
      // Deleted meanwhile because of a change in this process: the value read may be older than the change.
      if (cache.peek(subject) !== entry) continue
      const viewer = found.get(subject)
      if (viewer?.ownPassword) cache.set(subject, { viewer, at })
      else cache.delete(subject)
    }
  }

  return {
    get(database: Database, subject: string): Viewer | undefined {
      const entry = known(database).get(subject)
      if (entry && performance.now() - entry.at > freshMs) renewLater(database, entry)
      return entry?.viewer
    },
    set(database: Database, viewer: Viewer): void {
      known(database).set(viewer.subject, { viewer, at: performance.now() })
    },
    delete(database: Database, subject: string): void {
      known(database).delete(subject)
    },
    clear(database: Database): void {
      known(database).clear()
    },
  }
}

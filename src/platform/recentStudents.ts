import type { Database } from './database/connect.ts'
import { shortLivedCache } from './database/shortLivedCache.ts'
import type { Viewer } from './viewer.ts'

/** A record that is older is read anew in the background, as everybody else's is in the foreground. */
const freshMs = 2000
/** What could not be read anew is not believed for longer. */
const longestMs = 10_000
/** So long are records gathered that are read together. */
const gatherMs = 1000

interface Known {
  viewer: Viewer
  at: number
}

/**
 * The students who ask again and again: thousands of them poll at once, and reading each every two seconds would be more work than
 * all they ask for. A record of two to ten seconds is answered at once, and all of a school that have become old are read together,
 * once a second. So a student who is disabled is out a few seconds later, and the database does not feel how many there are.
 */
export function recentStudents({
  load,
}: {
  /** The enabled students behind these subjects. */
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
      // What cannot be read now grows too old, and whoever asks is told why.
      void renew(database, schoolId, due).catch(() => undefined)
    }, gatherMs).unref()
  }

  async function renew(database: Database, schoolId: number, due: ReadonlyMap<string, Known>): Promise<void> {
    const at = performance.now()
    const found = new Map((await load(database, schoolId, [...due.keys()])).map((viewer) => [viewer.subject, viewer]))
    const cache = known(database)
    for (const [subject, entry] of due) {
      // Forgotten meanwhile because it was changed here: what was read may be older than the change.
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

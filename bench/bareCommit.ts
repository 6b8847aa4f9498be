import pg from 'pg'
import { timed } from './timed.ts'

/** What the disk alone allows: a row inserted and committed on a table without anything else. */
export interface BareCommit {
  /** Milliseconds with one connection. */
  p50: number
  /** Milliseconds of a statement that writes nothing: the way to the database and back. */
  roundTrip: number
  /** Commits a second with so many connections, which share writes of the log. */
  perSecond: number
}

/** Measures an insert of one row with its commit, fsync on. */
export async function bareCommit(ownerUrl: string, connections: number): Promise<BareCommit> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: connections })
  try {
    await pool.query('create table bare_commits (id bigint generated always as identity primary key)')
    const commit = () => pool.query({ name: 'commit', text: 'insert into bare_commits default values' })
    const { p50: roundTrip } = await timed(300, () => pool.query({ name: 'nothing', text: 'select 1' }))
    const { p50 } = await timed(300, commit)
    const end = performance.now() + 3000
    let commits = 0
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < end) {
          await commit()
          commits += 1
        }
      }),
    )
    await pool.query('drop table bare_commits')
    return { p50, roundTrip, perSecond: commits / 3 }
  } finally {
    await pool.end()
  }
}

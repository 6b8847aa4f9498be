import { CompiledQuery, sql } from 'kysely'
import { Database, enterSchool, readIn, type Tx } from '#platform/database/connect.ts'
import { RehearsingDatabase } from '../matrix/cells.ts'
import { changedTables, type Print, printText } from './verdict.ts'

/**
 * A database that rolls back all writes, also those without a command, such as of a lecture's poll. Before that it
 * checks deferred constraints, and whether rows of another school changed.
 */
export class UntouchedDatabase extends RehearsingDatabase {
  readonly #known = new Map<number, Print>()
  #foreign: string[] = []

  override write: Database['write'] = (schoolId, queries) => this.transaction(schoolId, (db) => readIn(db)(...queries))

  /** Stores a school's fingerprint; no transaction of another school may change it. */
  protect(schoolId: number, print: Print): void {
    this.#known.set(schoolId, print)
  }

  /** Returns the changes since the last call, such as `books of school 2`. */
  foreign(): string[] {
    return this.#foreign.splice(0)
  }

  override async transaction<T>(schoolId: number, run: (db: Tx) => Promise<T>): Promise<T> {
    // A cluster's nodes count their own writes, so any table may have been written.
    const cluster = await this.isCluster()
    return super.transaction(schoolId, async (db) => {
      const before = await writes(db)
      const result = await run(db)
      await sql`set constraints all immediate`.execute(db)
      const after = await writes(db)
      // The installation itself creates and changes schools.
      if (schoolId !== 0) await this.#judge(db, schoolId, (table) => cluster || after.get(table) !== before.get(table))
      return result
    })
  }

  /** Reads as the other school, because row-level security shows a transaction only rows of its school. */
  async #judge(db: Tx, schoolId: number, isWritten: (table: string) => boolean): Promise<void> {
    const { rows } = await sql<{ school: string }>`select current_setting('app.school_id') as school`.execute(db)
    if (rows[0]?.school !== String(schoolId)) this.#foreign.push(`ended in school ${rows[0]?.school}`)
    for (const [other, print] of this.#known) {
      const tables = [...print.keys()].filter(isWritten)
      if (other === schoolId || tables.length === 0) continue
      await enterSchool(db, other)
      const now = await db.executeQuery<{ name: string; value: string }>(CompiledQuery.raw(printText(tables), [other]))
      const changed = changedTables(print, new Map(now.rows.map(({ name, value }) => [name, value])))
      this.#foreign.push(...changed.map((table) => `${table} of school ${other}`))
    }
  }
}

/**
 * Counts the rows by table that this connection has written and not yet reported. An increase is of this transaction.
 */
async function writes(db: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; rows: string }>`
    select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::text as rows
    from pg_stat_xact_user_tables where schemaname = 'public'`.execute(db)
  return new Map(rows.map(({ name, rows: written }) => [name, written]))
}

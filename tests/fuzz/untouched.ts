import { CompiledQuery, sql } from 'kysely'
import { Database, enterSchool, readIn, type Tx } from '#platform/database/connect.ts'
import { RehearsingDatabase } from '../matrix/cells.ts'
import { changedTables, type Print, printText } from './verdict.ts'

/**
 * Rolls back what is written, also without a command, such as who polls a lecture. Before that it lets the constraints speak that wait
 * for a commit, and looks whether a row changed of a school that the transaction was not begun for.
 */
export class UntouchedDatabase extends RehearsingDatabase {
  readonly #known = new Map<number, Print>()
  #foreign: string[] = []

  override write: Database['write'] = (schoolId, queries) => this.transaction(schoolId, (db) => readIn(db)(...queries))

  /** What is stored of a school, which nobody may change in a transaction of another. */
  protect(schoolId: number, print: Print): void {
    this.#known.set(schoolId, print)
  }

  /** What was changed since the last time this was asked, such as `books of school 2`. */
  foreign(): string[] {
    return this.#foreign.splice(0)
  }

  override async transaction<T>(schoolId: number, run: (db: Tx) => Promise<T>): Promise<T> {
    // Its nodes write, and count for themselves: any table may have been written.
    const cluster = await this.isCluster()
    return super.transaction(schoolId, async (db) => {
      const before = await writes(db)
      const result = await run(db)
      await sql`set constraints all immediate`.execute(db)
      const after = await writes(db)
      // The installation makes schools and changes them.
      if (schoolId !== 0) await this.#judge(db, schoolId, (table) => cluster || after.get(table) !== before.get(table))
      return result
    })
  }

  /** As another school, because row-level security lets a transaction see no rows but those of the school it is set to. */
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

/** How many rows of which table this connection has written and not yet reported: more after than before are this transaction's. */
async function writes(db: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; rows: string }>`
    select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::text as rows
    from pg_stat_xact_user_tables where schemaname = 'public'`.execute(db)
  return new Map(rows.map(({ name, rows: written }) => [name, written]))
}

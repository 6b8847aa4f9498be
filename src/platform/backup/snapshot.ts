import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BackedTable } from './manifest.ts'

/** The schemas of an installation. */
export const schemas = ['public', 'auth', 'jobs'] as const

/**
 * Tables that are not in a backup. Sessions and tokens would sign people in again after a restore, even those signed
 * out since. Stamps would be those of the state that is gone. The other tables are made by the version that restores:
 * applied migrations, and bookkeeping of the queue and of the backups, such as which processes run.
 */
export const excludedTables = new Set([
  'auth.session',
  'auth.verification',
  'auth.oauthAccessToken',
  'auth.oauthRefreshToken',
  'public.school_stamps',
  'public.migrations',
  'public.regular_backup',
  'jobs.version',
  'jobs.bam',
  'jobs.warning',
  'jobs.job_dependency',
  'jobs.queue_stats',
  'jobs.subscription',
  'jobs.instance',
])

export interface Table {
  schema: string
  name: string
  columns: string[]
  /** Whether row-level security binds the table's owner too. */
  forced: boolean
}

/** Returns `schema.name`, the name of a table in a backup. */
export function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

/**
 * Returns the tables of a backup with their stored columns, without generated ones. Skips unlogged tables, whose rows
 * may be lost.
 */
export async function tablesOf(owner: pg.ClientBase): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select nspname as schema, relname as name, relforcerowsecurity as forced,
            array(select attname::text from pg_attribute
                  where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = any($1) and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by nspname, relname`,
    [schemas],
  )
  return rows.filter((table) => !excludedTables.has(nameOf(table)))
}

/** Returns whether row-level security binds the database's owner, who then sees one school's rows at a time. */
export async function isBoundByRowSecurity(owner: pg.ClientBase): Promise<boolean> {
  const { rows } = await owner.query<{ bound: boolean }>(
    'select not (rolsuper or rolbypassrls) as bound from pg_roles where rolname = current_user',
  )
  return rows[0]?.bound ?? true
}

/**
 * Streams the rows of a table in COPY's format, in the client's transaction. The counts are complete when the stream
 * has ended.
 */
export class TableRows {
  readonly #owner: pg.ClientBase
  readonly #table: Table
  readonly #schools: readonly number[] | undefined
  readonly #hash = createHash('sha256')
  #rows = 0

  /** @param schools read one after the other, where row-level security binds the owner */
  constructor(owner: pg.ClientBase, table: Table, schools: readonly number[] | undefined) {
    this.#owner = owner
    this.#table = table
    this.#schools = schools
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const columns = this.#table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const select = `select ${columns} from ${quoted(this.#table)}`
    if (this.#schools === undefined || !this.#table.forced) return yield* this.#copy(select)
    for (const school of this.#schools) {
      await this.#owner.query(`set local app.school_id to '${school}'`)
      yield* this.#copy(`${select} where school_id = ${school}`)
    }
  }

  get counted(): BackedTable {
    const { schema, name, columns } = this.#table
    return { schema, name, columns, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }

  async *#copy(select: string): AsyncGenerator<Buffer> {
    const stream = this.#owner.query(copyTo(`copy (${select}) to stdout`))
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#hash.update(chunk)
      yield chunk
    }
    this.#rows += stream.rowCount
  }
}

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CannotStart } from '../cannotStart.ts'
import { addForeignKeys, dropForeignKeys, foreignKeysOf } from '../database/foreignKeys.ts'
import type { Manifest } from './manifest.ts'
import { nameOf, quoted, schemas, tablesOf } from './snapshot.ts'

/** A migrated database, ready to take the rows of a backup in any order. */
export interface LoadingDatabase {
  /** Loads the rows of a table. @returns their number */
  table(name: string, rows: Readable): Promise<number>
  /** Adds and validates the dropped keys and indexes, sets the sequences, and counts the rows. */
  finish(): Promise<{ name: string; backedUp: number; restored: number }[]>
}

/**
 * Prepares a database for loading.
 *
 * @throws CannotStart when a table or column of the backup does not exist
 */
export async function startLoading(owner: pg.Client, manifest: Manifest): Promise<LoadingDatabase> {
  const existing = new Map((await tablesOf(owner)).map((table) => [nameOf(table), table]))
  const missing = manifest.tables.flatMap((table) => {
    const current = existing.get(nameOf(table))
    if (!current) return table.rows > 0 ? [nameOf(table)] : []
    return table.columns.filter((column) => !current.columns.includes(column)).map((column) => `${nameOf(table)}.${column}`)
  })
  if (missing.length > 0) throw new CannotStart(`This version has no place for ${missing.join(', ')} of the backup.`)
  const wanted = new Map(manifest.tables.filter((table) => existing.has(nameOf(table))).map((table) => [nameOf(table), table]))
  const forced = [...existing.values()].filter((table) => table.forced)
  const keys = await foreignKeysOf(owner, schemas)
  await dropForeignKeys(owner, keys)
  // COPY does not write through row-level security, which binds even the owner of these tables.
  for (const table of forced) await owner.query(`alter table ${quoted(table)} no force row level security`)
  await owner.query(`truncate ${[...wanted.values()].map(quoted).join(', ')}`)
  const indexes = await dropIndexes(owner)
  return {
    table: async (name, rows) => {
      const table = wanted.get(name)
      if (!table) {
        rows.resume()
        return 0
      }
      const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      const target = owner.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`))
      await pipeline(rows, target)
      return target.rowCount
    },
    finish: async () => {
      for (const definition of indexes) await owner.query(definition)
      await setSequences(owner, manifest)
      await addForeignKeys(owner, keys)
      const counts = []
      for (const [name, table] of wanted) {
        const { rows } = await owner.query<{ count: string }>(`select count(*)::text as count from ${quoted(table)}`)
        counts.push({ name, backedUp: table.rows, restored: Number(rows[0]?.count) })
      }
      for (const table of forced) await owner.query(`alter table ${quoted(table)} force row level security`)
      return counts
    },
  }
}

/**
 * Drops the indexes that no key or constraint needs: building one over all rows takes a fraction of the time of adding
 * each row.
 */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ place: string; definition: string }>(
    `select format('%I.%I', nspname, pg_class.relname) as place, pg_get_indexdef(indexrelid) as definition
     from pg_index
     join pg_class on pg_class.oid = indexrelid
     join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'public' and not indisunique and not exists (select from pg_constraint where conindid = indexrelid)
     order by 1`,
  )
  for (const { place } of rows) await owner.query(`drop index ${place}`)
  return rows.map((row) => row.definition)
}

async function setSequences(owner: pg.Client, manifest: Manifest): Promise<void> {
  for (const { schema, name, last, called } of manifest.sequences) {
    const sequence = quoted({ schema, name })
    await owner.query('select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null', [sequence, last, called])
  }
}

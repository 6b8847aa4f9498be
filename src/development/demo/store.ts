import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'

/** Returns a value as `jsonb_populate_recordset` reads it: bytes as PostgreSQL writes them. */
const toJson = (value: unknown) => (value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value)

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Inserts rows into one table by one statement with one parameter, so that thousands are stored in milliseconds. All
 * rows must have the same columns.
 * @returns the requested columns, in no certain order
 */
export async function storeAll<Row = never>(
  db: Tx,
  table: keyof DB,
  rows: readonly Record<string, unknown>[],
  returning: readonly string[] = [],
): Promise<Row[]> {
  const [first] = rows
  if (!first) return []
  const list = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))
  const columns = list(Object.keys(first))
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), toJson(value)]))),
  )
  const answer =
    returning.length === 0 && !('schoolId' in first)
      ? sql``
      : sql`returning ${list(returning.length === 0 ? ['schoolId'] : returning)}`
  const { rows: stored } = await sql<Row>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb) ${answer}`.execute(db)
  return stored
}

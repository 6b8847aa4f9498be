import pg from 'pg'

/** A foreign key of the database. */
export interface ForeignKey {
  schema: string
  table: string
  name: string
  /** The text after `add constraint NAME`, such as `FOREIGN KEY (school_id, …) REFERENCES …`. */
  definition: string
}

/** A client or a pool of the database's owner. */
type Runner = Pick<pg.ClientBase, 'query'>

/**
 * Lists all foreign keys of these schemas in a fixed order. Keys that partitions inherit are covered by the parent's.
 */
export async function foreignKeysOf(owner: Runner, schemas: readonly string[] = ['public']): Promise<ForeignKey[]> {
  const { rows } = await owner.query<ForeignKey>(
    `select nspname as schema, relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint
     join pg_class on pg_class.oid = conrelid
     join pg_namespace on pg_namespace.oid = relnamespace
     where contype = 'f' and conparentid = 0 and nspname = any($1)
     order by nspname, relname, conname`,
    [schemas],
  )
  return rows
}

/** Drops these keys, to load rows in any order or to distribute tables. The caller adds them again. */
export async function dropForeignKeys(owner: Runner, keys: readonly ForeignKey[]): Promise<void> {
  for (const key of keys) await owner.query(`alter table ${tableOf(key)} drop constraint ${pg.escapeIdentifier(key.name)}`)
}

/**
 * Adds these keys again and validates every row.
 *
 * @throws the database's error, with the names of table and key, for the first row with a missing reference
 */
export async function addForeignKeys(owner: Runner, keys: readonly ForeignKey[]): Promise<void> {
  for (const key of keys)
    await owner.query(`alter table ${tableOf(key)} add constraint ${pg.escapeIdentifier(key.name)} ${key.definition}`)
}

function tableOf({ schema, table }: ForeignKey): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
}

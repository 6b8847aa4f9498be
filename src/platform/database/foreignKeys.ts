import pg from 'pg'

/** One foreign key as the database keeps it. */
export interface ForeignKey {
  schema: string
  table: string
  name: string
  /** What stands behind `add constraint NAME`, such as `FOREIGN KEY (school_id, …) REFERENCES …`. */
  definition: string
}

/** What runs statements: a client or a pool of the database's owner. */
type Runner = Pick<pg.ClientBase, 'query'>

/** Every foreign key of these schemas, in one order that never changes; what partitions have of their parent comes with the parent's. */
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

/** Drops these keys: to load rows in any order, or to distribute tables. Their owner adds them again. */
export async function dropForeignKeys(owner: Runner, keys: readonly ForeignKey[]): Promise<void> {
  for (const key of keys) await owner.query(`alter table ${tableOf(key)} drop constraint ${pg.escapeIdentifier(key.name)}`)
}

/**
 * Adds these keys again; every row is looked at, so that each key holds when this has answered.
 * @throws the database's error, with the names of table and key, for the first row that refers to nothing
 */
export async function addForeignKeys(owner: Runner, keys: readonly ForeignKey[]): Promise<void> {
  for (const key of keys)
    await owner.query(`alter table ${tableOf(key)} add constraint ${pg.escapeIdentifier(key.name)} ${key.definition}`)
}

function tableOf({ schema, table }: ForeignKey): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
}

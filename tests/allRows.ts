import pg from 'pg'

/** Tables about a change itself, which keep their rows when the change is reversed. */
const notCompared = [
  'audit_log',
  'school_stamps',
  'request_keys',
  'promotions',
  'promotion_sections',
  'promotion_rows',
  'background_tasks',
]

/**
 * Returns every row of every table as text, by table. Two results are equal when nothing changed in between.
 * @param ownerUrl the owner's address, because row-level security hides no row from a superuser
 */
export async function allRows(ownerUrl: string): Promise<Record<string, string[]>> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    )
    const all: Record<string, string[]> = {}
    for (const { name } of tables.filter((table) => !notCompared.includes(table.name))) {
      const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${pg.escapeIdentifier(name)} t order by 1`)
      all[name] = rows.map(({ row }) => row)
    }
    return all
  } finally {
    await owner.end()
  }
}

import pg from 'pg'

/** What is written about a change, and stays when the change is taken back. */
const notCompared = ['audit_log', 'request_keys', 'promotions', 'promotion_sections', 'promotion_rows', 'promotion_queue']

/**
 * Every row of every table of the product, as text, by table: two of these are equal when nothing has changed in between.
 * @param ownerUrl the owner's address: no row is hidden from a superuser
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

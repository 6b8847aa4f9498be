import pg from 'pg'

/**
 * Has PostgreSQL count what its tables hold, so that it plans for their size. It does so by itself within a minute or
 * two of a large change; until then every table counts as small.
 */
export async function analyzeTables(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('analyze')
  } finally {
    await owner.end()
  }
}

import pg from 'pg'

/**
 * Runs a statement as the owner, whom row-level security does not bind: for moving clocks and checking what is stored.
 */
export async function asOwner<Row extends pg.QueryResultRow>(
  ownerUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    return (await owner.query<Row>(text, values)).rows
  } finally {
    await owner.end()
  }
}

import pg from 'pg'
import { runningEmbedded } from '#platform/database/embedded.ts'

/**
 * Runs a statement on the test server's database as its owner and returns the rows. Tests use it to set up data that no
 * operation creates, and to check what is stored.
 */
export async function queryDatabase<Row extends object>(statement: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: runningEmbedded(process.env.E2E_DATA_DIR ?? '') })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

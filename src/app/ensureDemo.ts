import { demoAccounts } from '#development/demo/accounts.ts'
import type { Config } from '#platform/config.ts'
import { analyzeTables } from '#platform/database/analyzeTables.ts'
import type { Database } from '#platform/database/connect.ts'

/**
 * Loads the demo into an empty database. An installation that was started without the demo never gets it.
 * @param say is told when it was loaded
 * @returns whether the demo is there, so that people can sign in with its accounts
 */
export async function ensureDemo(
  { database, ownerUrl }: { database: Database; ownerUrl: string },
  config: Config,
  say: (text: string) => void,
): Promise<boolean> {
  const [[demoAdmins], schools] = await Promise.all([
    database.read(0, [
      database.kysely.selectFrom('users').select('id').where('schoolId', '=', 0).where('email', '=', demoAccounts[0]),
    ] as const),
    database.kysely.selectFrom('schools').select('id').limit(2).execute(),
  ])
  if (schools.length > 1) return demoAdmins.length > 0
  const { loadDemo } = await import('#development/demo/load.ts')
  const loaded = await loadDemo(database, config)
  if (loaded) {
    await analyzeTables(ownerUrl)
    say('Two demo schools were loaded.')
  }
  return loaded
}

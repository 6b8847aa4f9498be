import { type Config, loadConfig } from '#platform/config.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { operate, withOwner } from './operator.ts'

/**
 * Runs an operator's command on the installation's migrated database, as the unprivileged role: DATABASE_URL, the
 * running embedded database, or the embedded database started for the duration of `run`. Prints only the message of an
 * expected failure.
 * @param run returns the exit code
 */
export async function withDatabase(run: (database: Database, config: Config) => Promise<number>): Promise<void> {
  await operate(async () => {
    const config = loadConfig(process.env)
    return withOwner(config, async (ownerUrl) => {
      await migrate(ownerUrl, config.secrets)
      const database = new Database(appUrl(ownerUrl, config.secrets), { connections: 1, onError: () => undefined })
      return run(database, config).finally(() => database.close())
    })
  })
}

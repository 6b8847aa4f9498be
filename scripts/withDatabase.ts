import { CannotStart } from '../src/platform/cannotStart.ts'
import { type Config, loadConfig } from '../src/platform/config.ts'
import { WrongSetting } from '../src/platform/settings.ts'
import { appUrl, Database } from '../src/platform/database/connect.ts'
import { runningEmbedded, startEmbedded } from '../src/platform/database/embedded.ts'
import { explainDatabase } from '../src/platform/database/explain.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { Refusal } from '../src/platform/refusal.ts'

/**
 * Runs an operator's command on the installation's migrated database, as the unprivileged role: DATABASE_URL, the embedded one that
 * runs, or the embedded one started for as long as this takes. An expected failure is printed as its sentence.
 * @param run answers the exit code
 */
export async function withDatabase(run: (database: Database, config: Config) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await connected(run)
  } catch (error) {
    const expected = error instanceof CannotStart || error instanceof WrongSetting || error instanceof Refusal
    process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
    process.exitCode = 1
  }
}

async function connected(run: (database: Database, config: Config) => Promise<number>): Promise<number> {
  const config = loadConfig(process.env)
  const known = config.databaseUrl ?? runningEmbedded(config.dataDir)
  const embedded = known === undefined ? await startEmbedded({ dataDir: config.dataDir, log: () => undefined }) : undefined
  const ownerUrl = known ?? embedded?.ownerUrl ?? ''
  try {
    await migrate(ownerUrl, config.secretKey)
    const database = new Database(appUrl(ownerUrl, config.secretKey), { connections: 1, onError: () => undefined })
    return await run(database, config).finally(() => database.close())
  } catch (error) {
    throw explainDatabase(error, ownerUrl) ?? error
  } finally {
    await embedded?.stop()
  }
}

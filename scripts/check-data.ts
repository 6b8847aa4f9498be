/** Runs every check of db/checks on every school once and prints what it finds; exit code 1 when there is something. */
import { CannotStart } from '../src/platform/cannotStart.ts'
import { loadConfig, WrongSetting } from '../src/platform/config.ts'
import { appUrl, Database } from '../src/platform/database/connect.ts'
import { runningEmbedded, startEmbedded } from '../src/platform/database/embedded.ts'
import { explainDatabase } from '../src/platform/database/explain.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { checkData } from '../src/platform/dataChecks.ts'

try {
  process.exitCode = await check()
} catch (error) {
  const expected = error instanceof CannotStart || error instanceof WrongSetting
  process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
}

async function check(): Promise<number> {
  const config = loadConfig(process.env)
  const known = config.databaseUrl ?? runningEmbedded(config.dataDir)
  const embedded = known === undefined ? await startEmbedded({ dataDir: config.dataDir, log: () => undefined }) : undefined
  const ownerUrl = known ?? embedded?.ownerUrl ?? ''
  try {
    await migrate(ownerUrl, config.secretKey)
    const database = new Database(appUrl(ownerUrl, config.secretKey), { connections: 1, onError: () => undefined })
    const { checks, schools, findings } = await checkData(database).finally(() => database.close())
    for (const { check: name, schoolId, rows } of findings) {
      process.stdout.write(`${name}: school ${schoolId}: ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}\n`)
      for (const row of rows.slice(0, 20)) process.stdout.write(`  ${JSON.stringify(row)}\n`)
    }
    process.stdout.write(
      `${checks} checks of ${schools} schools: ${findings.length === 0 ? 'nothing found' : `${findings.length} found something`}\n`,
    )
    return findings.length === 0 ? 0 : 1
  } catch (error) {
    throw explainDatabase(error, ownerUrl) ?? error
  } finally {
    await embedded?.stop()
  }
}

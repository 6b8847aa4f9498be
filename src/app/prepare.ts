/**
 * Prepares a reload with the new code while the processes of the old code still serve: runs migrations and builds the
 * browser side, whose chunks the processes of both releases serve from then on. The primary runs it before it replaces
 * its serving processes; DATABASE_URL is the owner's connection.
 */
import { loadConfig } from '#platform/config.ts'
import { migrate } from '#platform/database/migrate.ts'
import { explainStartupError } from './explainStartupError.ts'
import { keepChunks } from './keptChunks.ts'
import { buildWebIfStale, webFolder } from './webBuild.ts'

try {
  const { databaseUrl, secrets, dataDir } = loadConfig(process.env)
  if (databaseUrl !== undefined) await migrate(databaseUrl, secrets, { say: (text) => void process.stdout.write(`${text}\n`) })
  if (!process.argv.includes('--without-web')) {
    await buildWebIfStale(() => process.stdout.write('Building the browser side …\n'))
    await keepChunks(webFolder, dataDir)
  }
} catch (error) {
  process.stderr.write(`${explainStartupError(error)}\n`)
  process.exit(1)
}

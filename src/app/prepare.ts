/**
 * Prepares a reload with the new code while the processes of the old code still serve: runs migrations and builds the
 * browser side, whose chunks the processes of both releases serve from then on. The primary runs it before it replaces
 * its serving processes; DATABASE_URL is the owner's connection.
 */
import { loadConfig } from '#platform/config.ts'
import { migrate } from '#platform/database/migrate.ts'
import { storageTrouble } from '#platform/files/storage.ts'
import { explainStartupError } from './explainStartupError.ts'
import { keepChunks } from './keptChunks.ts'
import { prepareStorage } from './prepareStorage.ts'
import { buildWebIfStale, webFolder } from './webBuild.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)

try {
  const config = loadConfig(process.env)
  const { databaseUrl, secrets, dataDir } = config
  if (databaseUrl !== undefined) {
    await migrate(databaseUrl, secrets, { say })
    await prepareStorage(databaseUrl, config, say).catch((error: unknown) =>
      say(`The storage of files cannot be read: ${storageTrouble(error)}.`),
    )
  }
  if (!process.argv.includes('--without-web')) {
    await buildWebIfStale(() => say('Building the browser side …'))
    await keepChunks(webFolder, dataDir)
  }
} catch (error) {
  process.stderr.write(`${explainStartupError(error)}\n`)
  process.exit(1)
}

/**
 * What the serving processes of new code need, done by that code while the processes of the old one serve: migrations, and the browser
 * side. The server runs it before it replaces its serving processes; DATABASE_URL is the owner's.
 */
import { loadConfig } from '#platform/config.ts'
import { migrate } from '#platform/database/migrate.ts'
import { explain } from './explain.ts'
import { buildWebIfStale } from './webBuild.ts'

try {
  const { databaseUrl, secrets } = loadConfig(process.env)
  if (databaseUrl !== undefined) await migrate(databaseUrl, secrets, { say: (text) => void process.stdout.write(`${text}\n`) })
  if (!process.argv.includes('--without-web')) await buildWebIfStale(() => process.stdout.write('Building the browser side …\n'))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

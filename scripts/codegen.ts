/**
 * Generates schema.graphql from the code, the database's types from the migrations, and the screens' typed documents,
 * which are not in git. `--verify` writes nothing and names stale files of the first two (exit code 1).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTypedDocuments } from '#app/typedDocuments.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const root = join(import.meta.dirname, '..')

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} failed${error ? `: ${error.message}` : ''}`)
}

async function generate(): Promise<void> {
  run(process.execPath, ['scripts/print-schema.ts'])
  const dataDir = temporaryFolder('codegen')
  const server = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
  try {
    await migrate(server.ownerUrl, 'a throw-away database')
    run(process.execPath, ['scripts/database-types.ts', server.ownerUrl])
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function generated(): Map<string, string> {
  const files = ['schema.graphql', 'src/platform/database/schema.types.ts']
  return new Map(
    files.filter((path) => existsSync(join(root, path))).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

const verify = process.argv.includes('--verify')
const before = generated()
await generate()
if (!verify) await writeTypedDocuments()
if (verify) {
  const after = generated()
  const stale = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
  for (const path of stale) {
    const text = before.get(path)
    if (text === undefined) rmSync(join(root, path))
    else writeFileSync(join(root, path), text)
  }
  for (const path of stale) process.stderr.write(`${path} is stale. Run npm run codegen.\n`)
  if (stale.length > 0) process.exit(1)
}

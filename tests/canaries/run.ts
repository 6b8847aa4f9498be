/**
 * `npm run canaries`: runs every operation as everybody, with everything failing that can fail. Exits 1 when a private
 * value was leaked.
 */
import { rmSync } from 'node:fs'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { runCanaries } from './canaries.ts'

const dataDir = temporaryFolder('canaries')
const server = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
try {
  const secretKey = 'the secret of a run of canaries, which keeps nothing secret'
  const { operations, faults, found, wrong } = await runCanaries({ ownerUrl: server.ownerUrl, dataDir, secretKey, every: true })
  for (const one of wrong.slice(0, 60)) process.stdout.write(`${one}\n`)
  process.stdout.write(`operations ${operations}, faults ${faults}, canaries found ${found}\n`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

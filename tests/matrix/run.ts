/** `npm run matrix`: every operation × person × target, as the production role; exits 1 when an answer is wrong. */
import { rmSync } from 'node:fs'
import { schema } from '../../src/app/schema.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { appUrl, Database } from '../../src/platform/database/connect.ts'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { worldOn } from '../world.ts'
import { cells, RehearsingDatabase } from './cells.ts'
import { expectations } from './expectations.ts'
import { addExtra } from './extra.ts'
import { temporaryFolder } from '../../scripts/temporaryFolder.ts'

const dataDir = temporaryFolder('matrix')
const server = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
try {
  const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: server.ownerUrl })
  await migrate(server.ownerUrl, config.secretKey)
  const url = appUrl(server.ownerUrl, config.secretKey)
  const options = { onError: () => undefined, connections: 4 }
  const database = new Database(url, options)
  const rehearsing = new RehearsingDatabase(url, options)
  let count = 0
  let wrong = 0
  try {
    const world = await worldOn(database, config)
    const extra = {
      own: await addExtra(database, world.own, config.secretKey),
      other: await addExtra(database, world.other, config.secretKey),
    }
    for await (const cell of cells(schema, world, rehearsing, expectations, extra)) {
      count += 1
      if (cell.expected === cell.actual) continue
      wrong += 1
      process.stdout.write(`${cell.operation} as ${cell.who} on ${cell.target}: expected ${cell.expected}, got ${cell.actual}\n`)
    }
  } finally {
    await database.close()
    await rehearsing.close()
  }
  process.stdout.write(`${count} cells, ${wrong} wrong\n`)
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * `npm run matrix`: tries every operation and route × person × target, searches every response for canaries, and tries
 * every table with the production role. Exits 1 when an answer is wrong.
 */
import { rmSync } from 'node:fs'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { schema } from '#app/schema.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { cells } from './cells.ts'
import { doorCells } from './doors/all.ts'
import { startOutside } from './doors/outside.ts'
import { expectations } from './expectations.ts'
import { FieldCheck } from './fields.ts'
import { groundOn } from './ground.ts'
import { tableCells } from './tables.ts'

const dataDir = temporaryFolder('matrix')
const server = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
const counts = { operations: 0, doors: 0, fields: 0, tables: 0 }
const wrong: string[] = []
try {
  const ground = await groundOn(server.ownerUrl, { DATA_DIR: dataDir })
  try {
    const fields = new FieldCheck(ground.canaries)
    for await (const cell of cells(schema, ground.world, ground.rehearsing, expectations, ground)) {
      counts.operations += 1
      fields.look(cell)
      const { operation, who, target, expected, actual } = cell
      if (expected !== actual) wrong.push(`${operation} as ${who} on ${target}: expected ${expected}, got ${actual}`)
    }
    const started = await startOutside(ground, dataDir)
    try {
      for await (const { door, as, expected, actual } of doorCells(started, fields)) {
        counts.doors += 1
        if (expected !== actual) wrong.push(`${door}, ${as}: expected ${expected}, got ${actual}`)
      }
    } finally {
      await started.stop()
    }
    const looked = fields.result()
    counts.fields = looked.count
    wrong.push(...looked.wrong)
    for await (const { table, what, expected, actual } of tableCells(ground.owner, ground.app, ground.own.id, ground.other.id)) {
      counts.tables += 1
      if (expected !== actual) wrong.push(`${table}, ${what}: expected ${expected}, got ${actual}`)
    }
  } finally {
    await ground.close()
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const line of wrong) process.stdout.write(`${line}\n`)
process.stdout.write(
  `${Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}\n`,
)
process.stdout.write(`${Object.values(counts).reduce((sum, count) => sum + count, 0)} cells, ${wrong.length} wrong\n`)
process.exitCode = wrong.length === 0 ? 0 : 1

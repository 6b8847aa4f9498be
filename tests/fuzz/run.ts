/**
 * `npm run fuzz -- operations [--inputs N] [--only NAME,NAME]`, `-- doors [--inputs N]`, `-- imports [--files N]
 * [--only NAME]`, `-- documents`, each with `[--seed N]`: sends unexpected input and checks the responses. Exits 1 on a
 * violation.
 */
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { runDocuments } from './documents.ts'
import { runDoors } from './doors.ts'
import { hasFailed, lineOf, runFloods } from './runFloods.ts'
import { runImports } from './imports.ts'
import { runOperations } from './operations.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    inputs: { type: 'string' },
    files: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    verbose: { type: 'boolean' },
  },
})
const seed = Number(values.seed ?? randomInt(1, 1_000_000_000))
const inputs = Number(values.inputs ?? 1000)
const files = Number(values.files ?? 10_000)
const only = values.only === undefined ? {} : { only: values.only.split(',') }
const secretKey = 'the secret of a run of fuzz, which keeps nothing secret'

interface Place {
  ownerUrl: string
  dataDir: string
}

/** Creates and migrates a second database on the same server, because a world can be set up once in each. */
async function anotherDatabase(ownerUrl: string): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('create database floods')
  await owner.end()
  const url = new URL(ownerUrl)
  url.pathname = '/floods'
  await migrate(url.href, secretKey)
  return url.href
}

/** Runs by name; each returns its violations, what took too long among them, and its last line. */
const runs: Readonly<Record<string, (place: Place) => Promise<{ wrong: readonly string[]; last: string }>>> = {
  operations: async (place) => {
    const counted = await runOperations({
      ...place,
      ...only,
      seed,
      inputs,
      secretKey,
      say: values.verbose ? say : () => undefined,
    })
    const { operations, unexpected, leaked, foreign, slow, slowest } = counted
    say(
      Object.entries(counted.answers)
        .map(([answer, times]) => `${answer} ${times}`)
        .join(', '),
    )
    say(`slowest ${slowest.ms} ms (${slowest.operation}), over 5 s ${slow}`)
    return {
      wrong: [...counted.wrong, ...counted.tooSlow],
      last: `operations ${operations} × ${inputs} inputs, unexpected ${unexpected}, leaked ${leaked}, foreign ${foreign}`,
    }
  },
  imports: async (place) => {
    const counted = await runImports({ ...place, ...only, seed, files, secretKey, say: values.verbose ? say : () => undefined })
    const { importers, crashed, partial, wrong, tooSlow } = counted
    say(
      Object.entries(counted.ends)
        .map(([end, times]) => `${end} ${times}`)
        .join(', '),
    )
    say(`over 5 s ${tooSlow.length}`)
    return {
      wrong: [...wrong, ...tooSlow],
      last: `importers ${importers} × ${files} files, crashed ${crashed}, partial ${partial}`,
    }
  },
  doors: async (place) => {
    const quiet = values.verbose ? say : () => undefined
    const counted = await runDoors({ ...place, ...only, seed, inputs, storms: 4, secretKey, say: quiet })
    const { doors, unexpected, leaked, foreign, stormBodies, slowestLiveMs, aloneMs } = counted
    say(
      `${stormBodies} hostile bodies, 60 at once: GET /health/live at most ${slowestLiveMs.toFixed(0)} ms, alone ${aloneMs.toFixed(0)} ms`,
    )
    say(
      Object.entries(counted.answers)
        .map(([answer, times]) => `${answer} ${times}`)
        .join(', '),
    )
    const floods = await runFloods({ ...place, ownerUrl: await anotherDatabase(place.ownerUrl), secretKey, say })
    const failed = floods.filter(hasFailed).map(lineOf)
    const worst = (name: 'liveMs' | 'ownLiveMs' | 'adminMs' | 'signInMs') =>
      `${Math.max(...floods.map((flood) => flood[name])).toFixed(0)} ms`
    say(
      `floods ${floods.length}, failed ${failed.length}, worst: live ${worst('liveMs')}, on its own port ${worst('ownLiveMs')}, an admin ${worst('adminMs')}, a sign-in ${worst('signInMs')}`,
    )
    return {
      wrong: [...counted.wrong, ...counted.tooSlow, ...failed],
      last: `doors ${doors} × ${inputs} inputs, unexpected ${unexpected}, leaked ${leaked}, foreign ${foreign}, live ${slowestLiveMs.toFixed(0)} ms`,
    }
  },
  documents: async (place) => {
    const counted = await runDocuments({ ...place, seed, each: 10, tries: 5, secretKey, say })
    const { documents, accepted, median, worst, slowestTry } = counted
    say(`median ${median.toFixed(1)} ms, slowest of all tries ${slowestTry.toFixed(1)} ms`)
    return {
      wrong: [...counted.wrong, ...counted.tooSlow],
      last: `documents ${documents}, accepted ${accepted}, worst ${worst.ms.toFixed(1)} ms`,
    }
  },
}
const run = runs[positionals[0] ?? '']
if (!run || !(inputs > 0 && files > 0) || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run fuzz -- operations [--inputs N] [--only NAME,NAME] [--seed N] [--verbose]')
  console.error('       npm run fuzz -- doors [--inputs N] [--only NAME,NAME] [--seed N] [--verbose]')
  console.error('       npm run fuzz -- imports [--files N] [--only NAME,NAME] [--seed N] [--verbose]')
  console.error('       npm run fuzz -- documents [--seed N]')
  process.exit(1)
}

const dataDir = temporaryFolder('fuzz')
const server = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
try {
  say(`seed ${seed}`)
  await migrate(server.ownerUrl, secretKey)
  const { wrong, last } = await run({ ownerUrl: server.ownerUrl, dataDir })
  for (const one of wrong.slice(0, 60)) say(one)
  say(last)
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { MixedScene, Turn } from './mixedScene.ts'
import type { SmallDisk } from './smallDisk.ts'

export interface DiskRun {
  /** The disk that holds the scene: the database, uploaded files, the secret. */
  disk: SmallDisk
  /** Number of times that the disk is filled. */
  rounds: number
  /** First round, of those that differ. */
  from?: number
  /** How long it stays full at least, in milliseconds. */
  full: number
  /** True without legacy imports, because an interrupted one restarts only after half a minute. */
  withoutFiles?: boolean
  say(text: string): void
}

/** Result of the run. */
export interface DiskCount {
  acknowledged: number
  lost: number
  duplicated: number
  /** Number of responses with a message that something cannot be done just now, by message. */
  refused: ReadonlyMap<string, number>
  /** Number of times that the database ended because of the full disk and restarted by itself. */
  restarts: number
  /** Violations found. */
  wrong: string[]
}

const kilobyte = 1024

/**
 * Bytes left on the disk, in turn: nothing; a page; less than a WAL segment, so that no new one can be created; more
 * than one, so that the disk fills up under the load; room for a file and little else.
 */
const levels = [0, 64 * kilobyte, 4096 * kilobyte, 20_000 * kilobyte, 700 * kilobyte] as const

/** Repeatedly fills and frees the disk under a mixed load, then compares what was acknowledged with what is stored. */
export async function runDisk(run: DiskRun, scene: MixedScene): Promise<DiskCount> {
  const { from = 0 } = run
  const { asked, known, server } = scene
  const count: DiskCount = {
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    refused: asked.unavailable,
    restarts: 0,
    wrong: asked.wrong,
  }
  const first = server.pid()
  for (let nth = from; nth < from + run.rounds && asked.wrong.length === 0; nth += 1) {
    const before = await scene.databaseSince()
    const level = levels[nth % levels.length] ?? 0
    await round(run, scene, nth, level)
    if ((await scene.databaseSince()) !== before) count.restarts += 1
    const over = nth === from + run.rounds - 1
    if (over) {
      const told = await scene.settle()
      asked.wrong.push(...told.wrong)
      count.lost += told.lost
      count.duplicated += told.twice
    }
    const found = await scene.reconcile(over)
    count.lost += found.lost
    count.duplicated += found.duplicated
    asked.wrong.push(...found.wrong.map((text) => `After round ${nth + 1} (${level} bytes left): ${text}`))
    run.say(
      `${level} bytes left: acknowledged ${known.count}, sent again ${asked.again}, the database came back ${count.restarts} times`,
    )
  }
  if (server.pid() !== first || !server.alive()) asked.wrong.push('The server did not stay alive.')
  return Object.assign(count, { acknowledged: known.count })
}

const working: readonly (readonly [Turn, number])[] = [
  ['clerk', 30],
  ['clerk', 30],
  ['teacher', 40],
  ['importer', 80],
  ['importer', 80],
  ['teller', 200],
]

async function round(
  { disk, full, withoutFiles = false }: DiskRun,
  { crowd, server, ownerUrl }: MixedScene,
  nth: number,
  level: number,
): Promise<void> {
  const people = crowd(500 + nth, [...working, ...(withoutFiles ? [] : [['mover', 500] as const])])
  try {
    await sleep(500)
    disk.fill(level)
    // The database recycles old WAL segments as long as there are some, and ends when it cannot create one. Every
    // second round uses them up first, however long that takes: in 700 ms a busy machine did not get through.
    await Promise.all([sleep(full), nth % 2 === 1 ? exhaustLog(ownerUrl()) : undefined])
    disk.free()
    await server.ready()
    await sleep(500)
  } finally {
    disk.free()
    await people.stop()
  }
}

/** Writes to the WAL until the database ends, for at most 30 seconds. */
async function exhaustLog(ownerUrl: string): Promise<void> {
  const until = AbortSignal.timeout(30_000)
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => undefined)
  try {
    await owner.connect()
    while (!until.aborted) {
      await owner.query("select pg_logical_emit_message(true, 'faults', repeat('x', 1000))")
      await owner.query('select pg_switch_wal()')
    }
  } catch {
    // It has gone.
  } finally {
    await owner.end().catch(() => undefined)
  }
}

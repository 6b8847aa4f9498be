import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatReceiptNumber } from '#domains/fees/receipts.rules.ts'
import { runningServer } from '#platform/database/cluster.ts'
import { runningEmbedded, startEmbedded } from '#platform/database/embedded.ts'
import { findDatabaseFolders } from '#platform/database/databaseFolders.ts'
import { processMemory } from '#platform/memoryGuard.ts'
import { signer } from '#scripts/signer.ts'
import { asOwner } from '../asOwner.ts'
import { startStopwatch } from '../stopwatch.ts'
import { type Person, personOf } from './asking.ts'
import { kill } from './killing.ts'
import { nothingAcknowledged, turnsOf } from './mixedLoad.ts'
import { type MixedScene, mixedScene, ownSecret } from './mixedScene.ts'
import { mortalServer } from './mortalServer.ts'
import { type Chance, chanceOf } from './random.ts'

export interface DiskLossRun {
  seed: number
  /** The disk dies within so many seconds after the first backup with payments. */
  seconds: number
  /** Number of serving processes. */
  processes: number
  folder: string
  /** True to check only the restored rows, without starting a server on them. */
  hurry?: boolean
  say(text: string): void
}

export interface DiskLossCount {
  /** Number of payments, settled cheques and deletions that the server confirmed. */
  acknowledged: number
  lost: number
  /** Age, at the end, of the oldest lost confirmation; 0 when none was lost. */
  oldestLostSeconds: number
  /** Age of the backup at the end, which is what may be lost. */
  backupSeconds: number
  restoreSeconds: number
  /** Violations found. */
  wrong: string[]
}

/** A confirmed state of a payment, and its time. */
interface Confirmed {
  at: Date
  amount: number
  receiptNumber: string
  state: string
  deleted: boolean
}

const clerks = 3

/** The shortest interval that there is. */
export const everySeconds = 60

/**
 * Takes payments on a running server that makes backups, kills it and deletes its data folder, restores elsewhere, and
 * compares what was confirmed with what is there.
 */
export async function runDiskLoss(run: DiskLossRun): Promise<DiskLossCount> {
  const chance = chanceOf(run.seed, 0)
  const first = join(run.folder, 'first')
  const folder = join(run.folder, 'backup')
  mkdirSync(folder)
  const key = { BACKUP_KEY: `${ownSecret}: the backup` }
  const settings = { ...key, BACKUP_EVERY: String(everySeconds / 60), BACKUP_FOLDER: folder }
  const scene = await mixedScene({ seed: run.seed, processes: run.processes, legacy: 0, dataDir: first, settings })
  const counted: DiskLossCount = {
    acknowledged: 0,
    lost: 0,
    oldestLostSeconds: 0,
    backupSeconds: 0,
    restoreSeconds: 0,
    wrong: scene.asked.wrong,
  }
  try {
    const { confirmed, safeAt, end } = await payUntilTheEnd(scene, run, chance, first)
    counted.backupSeconds = (end.getTime() - safeAt.getTime()) / 1000
    for (const list of confirmed.values()) counted.acknowledged += list.length
    run.say(`the disk died with ${counted.acknowledged} confirmed`)
    const second = join(run.folder, 'second')
    const restoring = startStopwatch()
    const said = await restore(folder, { ...key, DATA_DIR: second, SECRET_KEY: ownSecret })
    counted.restoreSeconds = restoring() / 1000
    if (!/, [1-9]\d* checks, 0 violations$/.test(said)) counted.wrong.push(`The restore ended with: ${said}`)
    await compare(second, { scene, confirmed, safeAt, end, counted })
    if (!run.hurry) await goOn(second, scene, run.seed, counted)
    return counted
  } finally {
    await scene.stop()
  }
}

/** Waits until everything before a moment is in a backup, by the server's own word. */
async function untilSafe(url: string, moment: Date): Promise<void> {
  for (const end = AbortSignal.timeout(300_000); !end.aborted; await sleep(100)) if ((await safeMoment(url)) > moment) return
  throw new Error('The backup did not become complete.')
}

async function safeMoment(url: string): Promise<Date> {
  const ready = (await (await fetch(`${url}/health/ready`)).json()) as { backup: { safeAt: string | null } }
  return new Date(ready.backup.safeAt ?? 0)
}

/** Waits until something was confirmed. */
async function untilConfirmed(confirmed: ReadonlyMap<string, readonly Confirmed[]>): Promise<Date> {
  for (const end = AbortSignal.timeout(300_000); !end.aborted; await sleep(100)) {
    const [[first] = []] = confirmed.values()
    if (first) return first.at
  }
  throw new Error('Nothing was confirmed.')
}

async function payUntilTheEnd(
  scene: MixedScene,
  { seconds }: DiskLossRun,
  chance: Chance,
  dataDir: string,
): Promise<{ confirmed: Map<string, Confirmed[]>; safeAt: Date; end: Date }> {
  const known = nothingAcknowledged()
  const confirmed = new Map<string, Confirmed[]>()
  let over = false
  const note = known.payments.set.bind(known.payments)
  known.payments.set = (id, payment) => {
    if (!over) confirmed.set(id, [...(confirmed.get(id) ?? []), { ...payment, at: new Date() }])
    return note(id, payment)
  }
  const person = async (subject = '') => giveUpAtTheEnd(await tokenPerson(scene, subject), () => over)
  const { subjects } = scene.school.school
  const [clerk, admin] = [await person(subjects.fees), await person(subjects.admin)]
  const turns = turnsOf(scene.school, { clerk, admin, superadmin: admin, turning: admin }, known, { legacy: 0 })
  const work = Array.from({ length: clerks }, async (_, nth) => {
    const own = chanceOf(1 + chance.whole(0, 1_000_000), nth)
    while (!over) {
      await turns.clerk(own).catch((error: unknown) => {
        if (!over) throw error
      })
      await sleep(own.whole(0, 120))
    }
  })
  const backedUp = untilConfirmed(confirmed).then((moment) => untilSafe(scene.server.url, moment))
  const passing = backedUp.then(() => sleep(chance.whole(0, seconds * 1000)))
  await Promise.race([passing, Promise.all(work)])
  // What the server itself has called safe.
  const safeAt = await safeMoment(scene.server.url)
  const doomed = [...(await processMemory(scene.server.pid())).keys(), ...(await databaseProcesses(dataDir))]
  const { folder } = findDatabaseFolders(dataDir)
  over = true
  for (const pid of doomed) kill(pid)
  const end = new Date()
  await Promise.all(work)
  // Processes that are still ending may write a last file.
  for (const path of [dataDir, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  if (existsSync(folder)) throw new Error('The data folder is still there.')
  return { confirmed, safeAt, end }
}

async function tokenPerson({ server, school, sign, asked }: MixedScene, subject: string): Promise<Person> {
  return personOf(server.url, school.school.id, await sign(subject), asked)
}

/**
 * Returns a person who stops repeating requests when the server is gone, because a repeat would reach the restored
 * server.
 */
function giveUpAtTheEnd(person: Person, isOver: () => boolean): Person {
  const once: Person['once'] = async (query, input) => {
    const found = await person.once(query, input)
    if (!found && isOver()) throw new Error('The server is gone.')
    return found
  }
  return {
    ...person,
    once,
    ask: async (query, input) => {
      const found = await once(query, input)
      return found ? found.data : person.ask(query, input)
    },
  }
}

async function databaseProcesses(dataDir: string): Promise<number[]> {
  const postmaster = runningServer(findDatabaseFolders(dataDir))
  return postmaster ? [...(await processMemory(postmaster.pid)).keys()] : []
}

/** Runs the product's restore command elsewhere and returns its last output line. */
async function restore(folder: string, settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['scripts/restore.ts', folder], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  await once(child, 'close')
  const last = output.trim().split('\n').at(-1) ?? ''
  return child.exitCode === 0 ? last : `exit code ${child.exitCode}: ${output.trim().slice(-500)}`
}

interface Compared {
  scene: MixedScene
  confirmed: ReadonlyMap<string, readonly Confirmed[]>
  safeAt: Date
  end: Date
  counted: DiskLossCount
}

interface StoredPayment {
  id: string
  amount: number
  receiptNumber: string
  state: string
  deleted: boolean
}

async function compare(dataDir: string, { scene, confirmed, safeAt, end, counted }: Compared): Promise<void> {
  const restored = await startEmbedded({ dataDir, log: () => undefined })
  try {
    const stored = await storedPayments(restored.ownerUrl, scene.school.school.id)
    for (const [id, list] of confirmed) {
      const lost = list.slice(keptOf(list, stored.get(id), counted))
      counted.lost += lost.length
      for (const { at } of lost) {
        counted.oldestLostSeconds = Math.max(counted.oldestLostSeconds, (end.getTime() - at.getTime()) / 1000)
        if (at < safeAt) counted.wrong.push(`Payment ${id} of ${at.toISOString()} is lost, and ${safeAt.toISOString()} was safe.`)
      }
    }
  } finally {
    await restored.stop()
  }
}

/** Returns how many of a payment's confirmed steps are stored. */
function keptOf(list: readonly Confirmed[], payment: StoredPayment | undefined, { wrong }: DiskLossCount): number {
  const [first] = list
  if (!payment || !first) return 0
  if (payment.amount !== first.amount || payment.receiptNumber !== first.receiptNumber)
    wrong.push(`Payment ${payment.id} is there with another amount or receipt number than was confirmed.`)
  const found = list.findLastIndex(({ state, deleted }) => state === payment.state && deleted === payment.deleted)
  // A step that was stored, but whose confirmation was lost.
  return found < 0 ? list.length : found + 1
}

async function storedPayments(ownerUrl: string, schoolId: number): Promise<Map<string, StoredPayment>> {
  const rows = await asOwner<{
    id: string
    amount: number
    prefix: string
    year: string
    no: number
    state: string
    deleted: boolean
  }>(
    ownerUrl,
    `select id::text, amount::float8, receipt_prefix as prefix, receipt_year as year, receipt_no as no, state,
       deleted_at is not null as deleted
     from payments where school_id = $1`,
    [schoolId],
  )
  return new Map(
    rows.map(({ id, amount, prefix, year, no, state, deleted }) => [
      id,
      {
        id,
        amount,
        state,
        deleted,
        receiptNumber: formatReceiptNumber({ receiptPrefix: prefix, receiptYear: year, receiptNo: no }),
      },
    ]),
  )
}

/** Checks that the restored school takes payments again. */
async function goOn(dataDir: string, scene: MixedScene, seed: number, { wrong }: DiskLossCount): Promise<void> {
  const server = await mortalServer({ DATA_DIR: dataDir, SECRET_KEY: ownSecret })
  const { id, subjects } = scene.school.school
  const known = nothingAcknowledged()
  const sign = await signer(runningEmbedded(dataDir) ?? '', server.url)
  const clerk = personOf(server.url, id, await sign(subjects.fees ?? ''), scene.asked)
  const turns = turnsOf(scene.school, { clerk, admin: clerk, superadmin: clerk, turning: clerk }, known, { legacy: 0 })
  // A clerk may not delete payments, which some turns end with.
  const chance = chanceOf(seed, 9)
  for (let turn = 0; turn < 5; turn += 1) await turns.clerk(chance).catch(() => undefined)
  if (known.payments.size < 5) wrong.push('The restored server takes no payments.')
  await server.stop()
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { showMoney } from '#shared/money.ts'
import { runAttendance } from './attendance.ts'
import { type Jump, jumps, runClock } from './clock.ts'
import { runCrash } from './crash.ts'
import { runDisk } from './disk.ts'
import { everySeconds, runDiskLoss } from './diskLoss.ts'
import { runDocuments } from './documents.ts'
import { runMessages } from './messages.ts'
import { type MixedScene, mixedScene, type SceneOptions } from './mixedScene.ts'
import { runOnline } from './online.ts'
import { versionBefore } from './releases.ts'
import { runReload } from './reload.ts'
import { runRolling } from './rolling.ts'
import { smallDisk } from './smallDisk.ts'
import { type StoppableDatabase, stoppableDatabase } from './stoppableDatabase.ts'

/** Parameters of a run: its seed, its options' numbers, an empty folder that is deleted afterwards, and its output. */
export interface Carried<Name extends string = string> {
  seed: number
  given: Readonly<Record<Name, number>>
  flags: ReadonlySet<string>
  /** Texts that were given, by the name of their option. */
  texts: ReadonlyMap<string, string>
  folder: string
  say(text: string): void
}

export interface Outcome {
  /** Violations; any of them fails the run. */
  wrong: readonly string[]
  /** Last line of a successful run; otherwise the number of violations is printed. */
  last?: string
}

/** A run of `npm run faults -- NAME`, with its options and their defaults. */
export interface Run {
  options: Readonly<Record<string, number>>
  flags?: readonly string[]
  /** Options with a text, and what is said of it. */
  texts?: Readonly<Record<string, string>>
  carryOut(carried: Carried): Promise<Outcome>
}

type OnDatabase<Name extends string> = (database: StoppableDatabase, carried: Carried<Name>) => Promise<Outcome>

/** Creates a run on its own migrated, empty database, which can be stopped; `folder` is the server's. */
function onDatabase<Name extends string>(options: Readonly<Record<Name, number>>, run: OnDatabase<Name>): Run {
  return {
    options,
    carryOut: async (carried) => {
      const database = await stoppableDatabase(carried.folder)
      try {
        return await run(database, { ...carried, folder: join(carried.folder, 'server') })
      } finally {
        await database.stop()
      }
    },
  }
}

export const runs: Readonly<Record<string, Run>> = {
  online: { ...onDatabase({ orders: 1000 }, online), flags: ['no-kills'] },
  attendance: onDatabase({ saves: 100, stops: 12 }, attendance),
  documents: onDatabase({ orders: 20, kills: 10 }, documents),
  messages: onDatabase({ messages: 10_000, kills: 50 }, messages),
  reload: onDatabase({ rounds: 5 }, reload),
  rolling: { options: { rounds: 2 }, texts: { from: 'VERSION', to: 'VERSION' }, carryOut: rolling },
  crash: { options: { cycles: 50, processes: 2 }, carryOut: crash },
  clock: onDatabase({ rounds: 1 }, clock),
  disk: { options: { rounds: 15, processes: 2 }, carryOut: disk },
  diskloss: { options: { seconds: 60, processes: 2 }, carryOut: diskLoss },
}

/** Runs it in its own folder. */
export async function carryOut(run: Run, carried: Omit<Carried, 'folder'>): Promise<Outcome> {
  const folder = temporaryFolder('faults')
  try {
    return await run.carryOut({ ...carried, folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function online(database: StoppableDatabase, { given, seed, flags, folder, say }: Carried<'orders'>): Promise<Outcome> {
  const { ownerUrl, appUrl, secretKey } = database
  const counted = await runOnline({
    seed,
    orders: given.orders,
    kills: !flags.has('no-kills'),
    ownerUrl,
    appUrl,
    dropAfter: 12_000,
    secretKey,
    dataDir: folder,
    say,
  })
  const states = Object.entries(counted.states).map(([state, number]) => `${state} ${number}`)
  say(states.toSorted().join(', '))
  const { receipts, surplus, charges, received, posted } = counted
  say(`on receipts ${showMoney(receipts)}, left for staff ${showMoney(surplus)}, service charge and GST ${showMoney(charges)}`)
  say(`orders ${counted.orders}, money received ${showMoney(received)}, posted ${showMoney(posted)}`)
  return counted
}

async function attendance(
  { ownerUrl, appUrl, secretKey, stopOnce }: StoppableDatabase,
  { given, seed, folder, say }: Carried<'saves' | 'stops'>,
): Promise<Outcome> {
  const counted = await runAttendance({
    seed,
    ...given,
    ownerUrl,
    appUrl,
    secretKey,
    dataDir: folder,
    stopDatabase: stopOnce,
    say,
  })
  say(`registers acknowledged ${counted.saves}, sent again ${counted.resent} times`)
  say(`polls ${counted.polls}, told that the database is away ${counted.away}; it was stopped ${counted.stops} times`)
  return counted
}

async function documents(
  { ownerUrl, appUrl, secretKey, stopOnce }: StoppableDatabase,
  { given, seed, folder, say }: Carried<'orders' | 'kills'>,
): Promise<Outcome> {
  const counted = await runDocuments({
    seed,
    ...given,
    hurry: false,
    ownerUrl,
    appUrl,
    secretKey,
    dataDir: folder,
    stopDatabase: () => stopOnce('hard'),
    say,
  })
  const { done, givenUp, starts, mails, mailsFailed } = counted
  say(`reports ordered ${counted.orders}, done ${done}, given up ${givenUp}, begun ${starts} times`)
  say(`mails ${mails}, of ${mailsFailed} it is said that they may not have gone out`)
  say(`killed: the server ${counted.kills.server} times, the browser ${counted.kills.browser} times`)
  return counted
}

async function messages(
  { ownerUrl, appUrl, secretKey }: StoppableDatabase,
  { given, seed, folder, say }: Carried<'messages' | 'kills'>,
): Promise<Outcome> {
  const counted = await runMessages({
    seed,
    ...given,
    servers: 2,
    hurry: false,
    ownerUrl,
    appUrl,
    secretKey,
    dataDir: folder,
    say,
  })
  const { queued, sent, twice, lost, unknown, unknownTaken, failed, fallbacks } = counted
  say(`killed ${counted.kills} times, ${fallbacks} went by SMS after WhatsApp could not deliver, failed in words ${failed}`)
  say(`of those that are unknown a provider took ${unknownTaken}`)
  const last = `queued ${queued}, sent ${sent}, twice ${twice}, lost ${lost}, unknown ${unknown}`
  return { wrong: counted.wrong, last }
}

async function reload(
  { ownerUrl, secretKey }: StoppableDatabase,
  { given, seed, folder, say }: Carried<'rounds'>,
): Promise<Outcome> {
  const { sent, failed } = await runReload({ seed, rounds: given.rounds, ownerUrl, secretKey, dataDir: folder, say })
  return { wrong: failed, last: `requests ${sent}, failed ${failed.length}` }
}

/** From the version of the newest tag before this one, unless `--from` names another, to what is committed. */
async function rolling({ given, seed, texts, folder, say }: Carried): Promise<Outcome> {
  const from = texts.get('from') ?? (await versionBefore())
  const to = texts.get('to') ?? 'HEAD'
  const counted = await runRolling({ seed, from, to, rounds: given.rounds ?? 1, folder, say })
  const { requests, documents, migrations, wrong } = counted
  return { wrong, last: `requests ${requests}, documents ${documents}, migrations ${migrations}, failed ${wrong.length}` }
}

/** Runs on a scene and stops it also after a failure. Its violations are added. */
async function onScene<Counted>(options: SceneOptions, run: (scene: MixedScene) => Promise<Counted>): Promise<Counted> {
  const scene = await mixedScene(options)
  try {
    return await run(scene)
  } finally {
    await scene.stop()
  }
}

async function crash({ given, seed, folder, say }: Carried): Promise<Outcome> {
  const { cycles = 0, processes = 0 } = given
  const options = { seed, processes, legacy: 600, dataDir: folder }
  const counted = await onScene(options, (scene) => runCrash({ seed, cycles, dataDir: folder, say }, scene))
  const { known, messages: told } = counted
  const parts = [
    `payments ${known.payments.size}`,
    `registers ${known.registersSaved}`,
    `sheets of scores ${known.scoresSaved}`,
    `imports ${known.imports.size}`,
    `files of a previous system ${known.legacy.size}`,
    `batches of messages ${known.batches.size}`,
    `reports ${known.documents.size}`,
    `promotions ${known.promotions.size}`,
  ]
  say(parts.join(', '))
  say(`messages queued ${told.queued}, sent ${told.sent}, unknown ${told.unknown}; requests sent again ${counted.again}`)
  say(
    `killed: ${Object.entries(counted.killed)
      .map(([victim, times]) => `${victim} ${times}`)
      .join(', ')}`,
  )
  const last = `acknowledged ${counted.acknowledged}, lost ${counted.lost}, duplicated ${counted.duplicated}`
  return { wrong: counted.wrong, last }
}

async function disk({ given, seed, folder, say }: Carried): Promise<Outcome> {
  const { rounds = 0, processes = 0 } = given
  const small = smallDisk(join(folder, 'disk'), 400)
  try {
    const options = { seed, processes, legacy: 300, dataDir: small.folder }
    const counted = await onScene(options, (scene) => runDisk({ rounds, full: 3000, disk: small, say }, scene))
    for (const [words, times] of counted.refused) say(`${times} times: ${words}`)
    say(`the disk was filled ${rounds} times, the database ended and came back by itself ${counted.restarts} times`)
    const last = `acknowledged ${counted.acknowledged}, lost ${counted.lost}, duplicated ${counted.duplicated}`
    return { wrong: counted.wrong, last }
  } finally {
    small.remove()
  }
}

/** What a dead disk may cost at most: the interval of the backups, and what one takes on a busy machine. */
const promisedSeconds = everySeconds + 30

async function diskLoss({ given, seed, folder, say }: Carried): Promise<Outcome> {
  const { seconds = 0, processes = 0 } = given
  const { acknowledged, lost, oldestLostSeconds, backupSeconds, restoreSeconds, wrong } = await runDiskLoss({
    seed,
    seconds,
    processes,
    folder,
    say,
  })
  say(
    `the newest backup was ${backupSeconds.toFixed(1)} s old, and was restored in another place in ${restoreSeconds.toFixed(1)} s`,
  )
  if (oldestLostSeconds >= promisedSeconds)
    wrong.push(`A payment that was confirmed ${oldestLostSeconds} s before the end is lost.`)
  const last = `acknowledged ${acknowledged}, lost ${lost}, oldest lost ${oldestLostSeconds.toFixed(1)} s before the end`
  return { wrong, last }
}

async function clock(database: StoppableDatabase, { given, seed, folder, say }: Carried<'rounds'>): Promise<Outcome> {
  const order = Array.from({ length: given.rounds }, () => Object.keys(jumps) as Jump[]).flat()
  const counted = await runClock({ seed, database, jumps: order, processes: 2, legacy: 100, dataDir: folder, say })
  say(`the clock was set ${order.length} times and back, ${counted.looked} expectations`)
  const last = `acknowledged ${counted.acknowledged}, lost ${counted.lost}, duplicated ${counted.duplicated}`
  return { wrong: counted.wrong, last }
}

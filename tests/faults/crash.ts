import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { signer } from '../../scripts/signer.ts'
import { legacyImportQueue } from '../../src/domains/legacy/server/legacyJob.ts'
import { sendingTimes } from '../../src/domains/messaging/server/sending.sql.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { freePort } from '../../src/platform/database/cluster.ts'
import { appUrl, Database } from '../../src/platform/database/connect.ts'
import { runningEmbedded } from '../../src/platform/database/embedded.ts'
import { type ProvidersStandIn, startProvidersStandIn } from '../../src/platform/providers/standIn.ts'
import { asOwner } from '../lectureWorld.ts'
import { type Asked, nothingAsked, personOf } from './asking.ts'
import { kill, killBackend, killDatabase, servingProcesses } from './killing.ts'
import { settingsOf } from './messages.ts'
import { compareMessages } from './messagesCount.ts'
import { reconcile } from './mixedCount.ts'
import { type Acknowledged, nothingAcknowledged, type Staff, turnsOf } from './mixedLoad.ts'
import { type MixedSchool, mixedSchool } from './mixedSchool.ts'
import { type MortalServer, mortalServer } from './mortalServer.ts'
import { type Chance, chanceOf } from './random.ts'
import { hasBrowser, killBrowser, lostBrowsers, lostSince } from './renderers.ts'

/**
 * What is killed: the whole server, all of PostgreSQL, one of its processes, one of the processes that serve, the processes in which a file
 * of a previous system is read and brought in, the browser that draws a report.
 */
export const victims = ['server', 'database', 'serving', 'import', 'renderer', 'backend'] as const
export type Victim = (typeof victims)[number]

export interface CrashRun {
  seed: number
  cycles: number
  /** Who dies in which cycle, where it is not by chance. */
  order?: readonly Victim[]
  /** Processes that serve. */
  processes: number
  /** Students of a file of a previous system. */
  legacy: number
  /** An empty folder: the server brings up a PostgreSQL of its own on it, which waits for the disk. */
  dataDir: string
  say(text: string): void
}

/** What came out of it. */
export interface CrashCount {
  acknowledged: number
  lost: number
  duplicated: number
  /** Requests that were sent again, as no answer came. */
  again: number
  killed: Record<Victim, number>
  known: Acknowledged
  /** Messages that a provider took, and those of which nobody knows. */
  messages: { queued: number; sent: number; unknown: number }
  /** Whatever must not be. */
  wrong: string[]
}

const secretKey = 'the secret of a run of faults, which keeps nothing secret'

/** All that a cycle works with. */
interface Scene {
  run: CrashRun
  server: MortalServer
  ownerUrl(): string
  school: MixedSchool
  turns: ReturnType<typeof turnsOf>
  known: Acknowledged
  asked: Asked
  chance: Chance
}

/**
 * Kills what a school's server is made of, over and over, under a mixed load, and after each time compares everything that was ever
 * acknowledged with what is stored.
 */
export async function runCrash(run: CrashRun): Promise<CrashCount> {
  const port = await freePort()
  const providers = await startProvidersStandIn({
    ...{ appUrl: `http://127.0.0.1:${port}`, pace: 100, most: Number.POSITIVE_INFINITY },
  })
  const lost = await lostBrowsers()
  const settings = { ...settingsOf(providers), SECRET_KEY: secretKey, DATA_DIR: run.dataDir, PROCESSES: String(run.processes) }
  const server = await mortalServer(settings, port)
  const asked = nothingAsked()
  const known = nothingAcknowledged()
  const count: CrashCount = {
    ...{ acknowledged: 0, lost: 0, duplicated: 0, again: 0, known, wrong: asked.wrong },
    killed: { server: 0, database: 0, serving: 0, import: 0, renderer: 0, backend: 0 },
    messages: { queued: 0, sent: 0, unknown: 0 },
  }
  const ownerUrl = () => {
    const url = runningEmbedded(run.dataDir)
    if (url === undefined) throw new Error('The database is not there.')
    return url
  }
  try {
    const school = await schoolOf(run, ownerUrl())
    const staff = await staffOf(server, ownerUrl(), school, asked)
    const turns = turnsOf(school, staff, known, run)
    const scene: Scene = { ...{ run, server, ownerUrl, school, turns, known, asked }, chance: chanceOf(run.seed, 0) }
    for (let nth = 0; nth < run.cycles && count.wrong.length === 0; nth += 1) {
      const victim = await cycle(scene, nth)
      count.killed[victim] += 1
      const over = nth === run.cycles - 1
      if (over) await settle(scene, providers)
      const found = await reconcile({ ownerUrl: ownerUrl(), appUrl: appUrl(ownerUrl(), secretKey) }, school, known, over)
      count.lost += found.lost
      count.duplicated += found.duplicated
      count.wrong.push(...found.wrong.map((text) => `After cycle ${nth + 1} (${victim}): ${text}`))
      if ((nth + 1) % 5 === 0 || over) run.say(`cycle ${nth + 1}: acknowledged ${known.count}, sent again ${asked.again}`)
    }
    const told = await compareMessages(ownerUrl(), providers, { kills: run.cycles, wrong: [] })
    count.wrong.push(...told.wrong)
    count.lost += told.lost
    count.duplicated += told.twice
    count.messages = told
    Object.assign(count, { acknowledged: known.count, again: asked.again })
    const unexpected = server.errors().filter((text) => text.includes('"unexpected"'))
    count.wrong.push(...unexpected.slice(0, 5).map((text) => `The server logged: ${text}`))
    return count
  } finally {
    await server.stop()
    if ((await lostSince(lost)) > 0) count.wrong.push('A browser was left behind.')
    await providers.stop()
  }
}

async function schoolOf(run: CrashRun, ownerUrl: string): Promise<MixedSchool> {
  const database = new Database(appUrl(ownerUrl, secretKey), { onError: () => undefined, connections: 2 })
  const config = loadConfig({ DATA_DIR: run.dataDir, SECRET_KEY: secretKey, DATABASE_URL: ownerUrl })
  try {
    return await mixedSchool(database, config, ownerUrl)
  } finally {
    await database.close()
  }
}

async function staffOf(
  server: MortalServer,
  ownerUrl: string,
  { school, turned, superadmin }: MixedSchool,
  asked: Asked,
): Promise<Staff> {
  const sign = await signer(ownerUrl, server.url)
  const as = async (subject: string | undefined, of = school) => personOf(server.url, of.id, await sign(subject ?? ''), asked)
  return {
    clerk: await as(school.subjects.fees),
    admin: await as(school.subjects.admin),
    superadmin: await as(superadmin),
    turning: await as(superadmin, turned),
  }
}

/** Everybody works; somewhere in between something dies, and is there again before they stop. */
async function cycle(scene: Scene, nth: number): Promise<Victim> {
  const { run, chance, turns, server } = scene
  const victim = run.order?.[nth] ?? victimOf(run.seed, nth)
  const over = new AbortController()
  const failed: unknown[] = []
  const work = (name: keyof typeof turns, pause: number, part: number) =>
    again(turns[name], pause, chanceOf(run.seed, 1000 * (nth + 1) + part), over.signal).catch((error: unknown) => {
      failed.push(error)
    })
  const people = [
    ...[work('clerk', 40, 1), work('clerk', 40, 2), work('secondClerk', 60, 3), work('teacher', 60, 4), work('importer', 150, 5)],
    ...[work('teller', 250, 6), work('mover', 1500, 7)],
    ...(nth % 3 === 1 ? [work('turner', 800, 8)] : []),
    ...(victim === 'renderer' ? [work('reporter', 4000, 9)] : []),
  ]
  try {
    await sleep(chance.whole(200, 1800))
    const died = await moment(scene)
    await strike(scene, victim)
    await server.ready()
    if (victim === 'server' || victim === 'import') await age(scene, died)
    await sleep(chance.whole(200, 1200))
  } finally {
    over.abort()
    await Promise.all(people)
  }
  if (failed.length > 0) throw failed[0]
  return victim
}

/** Each of them as often as the others. */
function victimOf(seed: number, nth: number): Victim {
  const chance = chanceOf(seed, 500 + Math.floor(nth / victims.length))
  const left: Victim[] = [...victims]
  const shuffled = victims.map(() => left.splice(chance.whole(0, left.length - 1), 1)[0] as Victim)
  return shuffled[nth % victims.length] ?? 'server'
}

async function again(
  turn: (chance: Chance) => Promise<unknown>,
  pause: number,
  chance: Chance,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await turn(chance)
    await sleep(chance.whole(0, 2 * pause), undefined, { signal }).catch(() => undefined)
  }
}

async function strike(scene: Scene, victim: Victim): Promise<void> {
  const { run, server, chance } = scene
  switch (victim) {
    case 'server':
      return server.kill()
    case 'database':
      return killDatabase(run.dataDir)
    case 'backend':
      return killBackend(run.dataDir)
    case 'serving': {
      const serving = await servingProcesses(server.pid())
      return serving.length > 0 ? kill(chance.pick(serving)) : server.kill()
    }
    case 'import': {
      // Somewhere between the first row that is read and the last that is stored.
      await until(async () => (await asOwner(scene.ownerUrl(), "select from legacy_imports where state = 'RUNNING'")).length > 0)
      await sleep(chance.whole(0, 400))
      const serving = await servingProcesses(server.pid())
      if (serving.length === 0) return server.kill()
      for (const pid of serving) kill(pid)
      return undefined
    }
    case 'renderer': {
      await until(() => hasBrowser(server.pid()))
      await sleep(chance.whole(0, 600))
      await killBrowser(server.pid())
    }
  }
}

/** As soon as it is so, or after some seconds all the same. */
async function until(so: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 6000; Date.now() < end && !(await so()); ) await sleep(15)
}

const moment = async ({ ownerUrl }: Scene) =>
  (await asOwner<{ now: string }>(ownerUrl(), 'select clock_timestamp()::text as now'))[0]?.now ?? ''

/** What the dead have left looks as old as it must be to be given up, and is looked for. All that served have died, half a second ago at least. */
async function age({ ownerUrl, school }: Scene, died: string): Promise<void> {
  const old = `make_interval(secs => 150)`
  const before = `$1::timestamptz + interval '500 milliseconds'`
  await asOwner(
    ownerUrl(),
    `with messages_left as (
       update messages set claimed_at = claimed_at - make_interval(secs => $2::float / 1000)
       where state = 'SENDING' and claimed_at < ${before} returning school_id, id
     ), queued as (
       update message_queue q set due_at = now() from messages_left l where q.school_id = l.school_id and q.message_id = l.id
     ), documents_left as (
       update document_jobs set beat_at = beat_at - ${old} where state = 'RUNNING' and beat_at < ${before}
     ), promotions_left as (
       update promotions set beat_at = beat_at - ${old} where state = 'RUNNING' and beat_at < ${before}
     )
     update legacy_imports set beat_at = beat_at - ${old} where state = 'RUNNING' and beat_at < ${before}`,
    [died, Math.max(...Object.values(sendingTimes.dead))],
  )
  const open = await asOwner<{ import_id: string }>(ownerUrl(), 'select import_id from legacy_queue where school_id = $1', [
    school.school.id,
  ])
  if (open.length === 0) return
  const boss = new PgBoss({
    connectionString: ownerUrl(),
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
    max: 1,
  })
  boss.on('error', () => undefined)
  await boss.start()
  for (const { import_id: importId } of open)
    await boss.send(legacyImportQueue, { schoolId: school.school.id, importId: Number(importId) })
  await boss.stop({ graceful: false })
}

/** Until all is done that is done behind the answers, and the providers have told everything. */
async function settle(scene: Scene, { sms, whatsapp }: ProvidersStandIn): Promise<void> {
  const waiting = async () => {
    const [row] = await asOwner<{ left: number }>(
      scene.ownerUrl(),
      `select ((select count(*) from message_queue) + (select count(*) from legacy_queue) + (select count(*) from document_queue)
         + (select count(*) from promotion_queue))::int as left`,
    )
    return (row?.left ?? 0) + sms.waiting() + whatsapp.waiting()
  }
  for (const end = Date.now() + 240_000; Date.now() < end; await sleep(200)) if ((await waiting()) === 0) return
  scene.asked.wrong.push('Not everything that was ordered has come to its end.')
}

import { setTimeout as sleep } from 'node:timers/promises'
import { asOwner } from '../asOwner.ts'
import { kill, killBackend, killDatabase, servingProcesses } from './killing.ts'
import { databaseClock, giveUpMessages, giveUpTasks } from './lookOlder.ts'
import type { MessagesCount } from './messagesCount.ts'
import type { Acknowledged } from './mixedLoad.ts'
import type { MixedScene, Turn } from './mixedScene.ts'
import { type Chance, chanceOf } from './random.ts'
import { hasBrowser, killBrowser } from './renderers.ts'

/**
 * Victims: the whole server, all of PostgreSQL, one of its backends, a serving process, the legacy import's processes,
 * the browser that renders a report.
 */
export const victims = ['server', 'database', 'serving', 'import', 'renderer', 'backend'] as const
export type Victim = (typeof victims)[number]

export interface CrashRun {
  seed: number
  /** Data folder of the scene. */
  dataDir: string
  cycles: number
  /** Victim of each cycle; random without it. */
  order?: readonly Victim[]
  say(text: string): void
}

/** Result of the run. */
export interface CrashCount {
  acknowledged: number
  lost: number
  duplicated: number
  /** Number of requests repeated without an answer. */
  again: number
  killed: Record<Victim, number>
  known: Acknowledged
  messages: Pick<MessagesCount, 'queued' | 'sent' | 'unknown'>
  /** Violations found. */
  wrong: string[]
}

/**
 * Repeatedly kills parts of a school's server under a mixed load. After each kill it compares everything ever
 * acknowledged with what is stored.
 */
export async function runCrash(run: CrashRun, scene: MixedScene): Promise<CrashCount> {
  const { known, asked } = scene
  const count: CrashCount = {
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    again: 0,
    known,
    wrong: asked.wrong,
    killed: { server: 0, database: 0, serving: 0, import: 0, renderer: 0, backend: 0 },
    messages: { queued: 0, sent: 0, unknown: 0 },
  }
  const chance = chanceOf(run.seed, 0)
  for (let nth = 0; nth < run.cycles && count.wrong.length === 0; nth += 1) {
    const victim = run.order?.[nth] ?? victimOf(run.seed, nth)
    await cycle(run, scene, victim, nth, chance)
    count.killed[victim] += 1
    const over = nth === run.cycles - 1
    if (over) count.messages = await messages(scene, count)
    const found = await scene.reconcile(over)
    count.lost += found.lost
    count.duplicated += found.duplicated
    count.wrong.push(...found.wrong.map((text) => `After cycle ${nth + 1} (${victim}): ${text}`))
    if ((nth + 1) % 5 === 0 || over) run.say(`cycle ${nth + 1}: acknowledged ${known.count}, sent again ${asked.again}`)
  }
  return Object.assign(count, { acknowledged: known.count, again: asked.again })
}

async function messages(scene: MixedScene, count: CrashCount): Promise<MessagesCount> {
  const told = await scene.settle()
  count.wrong.push(...told.wrong)
  count.lost += told.lost
  count.duplicated += told.twice
  return told
}

const always: readonly (readonly [Turn, number])[] = [
  ['clerk', 40],
  ['clerk', 40],
  ['secondClerk', 60],
  ['teacher', 60],
  ['examiner', 60],
  ['importer', 150],
  ['teller', 250],
  ['mover', 1500],
]

/** Runs a cycle: everybody works, a victim is killed meanwhile, and it is back before they stop. */
async function cycle(run: CrashRun, scene: MixedScene, victim: Victim, nth: number, chance: Chance): Promise<void> {
  const crowd = scene.crowd(nth, [
    ...always,
    ...(nth % 3 === 1 ? [['turner', 800] as const] : []),
    ...(victim === 'renderer' ? [['reporter', 4000] as const] : []),
  ])
  try {
    await sleep(chance.whole(200, 1800))
    const died = await databaseClock(scene.ownerUrl())
    await strike(run, scene, victim, chance)
    await scene.server.ready()
    if (victim === 'server' || victim === 'import') await age(scene, died)
    await sleep(chance.whole(200, 1200))
  } finally {
    await crowd.stop()
  }
}

/** Picks a cycle's victim; all are picked equally often. */
function victimOf(seed: number, nth: number): Victim {
  const chance = chanceOf(seed, 500 + Math.floor(nth / victims.length))
  const left: Victim[] = [...victims]
  const shuffled = victims.map(() => left.splice(chance.whole(0, left.length - 1), 1)[0] as Victim)
  return shuffled[nth % victims.length] ?? 'server'
}

async function strike(run: CrashRun, scene: MixedScene, victim: Victim, chance: Chance): Promise<void> {
  const { server } = scene
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
      // Between the first row read and the last one stored.
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

/** Waits for a condition, at most some seconds. */
async function until(so: () => Promise<boolean>): Promise<void> {
  for (const end = AbortSignal.timeout(6000); !end.aborted && !(await so()); ) await sleep(15)
}

/** Backdates what the killed processes left, so that it is taken over now. All serving processes are dead. */
async function age({ ownerUrl }: MixedScene, died: Date): Promise<void> {
  await giveUpMessages(ownerUrl(), died)
  await giveUpTasks(ownerUrl(), died)
}

import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { emailOf, matrixPassword, plantAccounts } from '../matrix/canaries.ts'
import { openGuardianSession } from '#platform/guardians/sessions.ts'
import { startLiveness } from '#platform/liveness.ts'
import { startStopwatch } from '../stopwatch.ts'
import { startWholeServer } from '../wholeServer.ts'
import { worldOn } from '../world/testWorld.ts'
import { type Flood, floodsOf } from './floods.ts'
import { watchedStorm } from './storm.ts'

export interface FloodsRun {
  ownerUrl: string
  secretKey: string
  dataDir: string
  say(text: string): void
}

/** A flood with its answers by status, and the slowest answers to others meanwhile, in milliseconds. */
export interface FloodCount {
  name: string
  answers: Readonly<Record<string, number>>
  /** GET /health/live of the process that serves. */
  liveMs: number
  /** GET /health/live of its own thread. */
  ownLiveMs: number
  /** A query of an admin at work. */
  adminMs: number
  /** A teacher's sign-in; 0 when none ended meanwhile. */
  signInMs: number
}

/** Time after which a request of a flood counts as unanswered. */
const patienceMs = 120_000

/**
 * Sends what one attacker can send at once, one flood after another, to a server with its usual budgets, while others
 * work: a monitor, an admin, and a teacher who signs in.
 */
export async function runFloods({ say, ...on }: FloodsRun): Promise<FloodCount[]> {
  const server = await startWholeServer(on, { WORK_PER_MINUTE: '' })
  const { url, database, config } = server
  const liveness = await startLiveness('127.0.0.1', 0)
  const beats = setInterval(() => liveness.beat(), 1000)
  const owner = new pg.Client({ connectionString: on.ownerUrl })
  await owner.connect()
  try {
    const world = await worldOn(database, config)
    await plantAccounts(owner, on.secretKey)
    const { subjects } = world.own
    const credentials = (subject = '') => ({ email: emailOf(subject), password: matrixPassword })
    const tokenOf = async (subject = '') => (await codeExchange(url, await passwordSignIn(url, credentials(subject)))).accessToken
    const tokens = {
      admin: await tokenOf(subjects.admin),
      teacher: await tokenOf(subjects.teacher),
      student: await tokenOf(subjects.student),
    }
    const { rows } = await owner.query<{ id: string }>('select id from terms where school_id = $1 and current', [world.own.id])
    const deviceCookies: string[] = []
    for (let nth = 0; nth < 12; nth += 1) deviceCookies.push(await passwordSignIn(url, credentials(subjects.fees), fromElsewhere))
    const floods = floodsOf({
      origin: config.appUrl,
      secretKey: on.secretKey,
      schoolId: world.own.id,
      termId: Number(rows[0]?.id),
      tokens,
      studentSubject: subjects.student ?? '',
      guardianToken: await openGuardianSession(database.kysely, '9876543210', 'A phone'),
      email: emailOf(subjects.fees ?? ''),
      deviceCookies,
    })
    const counts: FloodCount[] = []
    for (const flood of floods) {
      const counted = await send(url, flood, `http://127.0.0.1:${liveness.port}`, {
        admin: await tokenOf(subjects.limitedAdmin),
        schoolId: world.own.id,
        signIn: () => passwordSignIn(url, credentials(subjects.teacher), fromElsewhere),
      })
      say(lineOf(counted))
      counts.push(counted)
    }
    return counts
  } finally {
    clearInterval(beats)
    await Promise.all([server.stop(), liveness.stop(), owner.end()])
  }
}

/** The other people are in another network than the attacker. */
const elsewhere = { 'x-forwarded-for': '10.77.0.1' }
const fromElsewhere: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...elsewhere } })

async function send(
  url: string,
  { name, requests }: Flood,
  ownUrl: string,
  { admin, schoolId, signIn }: { admin: string; schoolId: number; signIn: () => Promise<unknown> },
): Promise<FloodCount> {
  let [isOver, signInMs] = [false, 0]
  const signIns = (async () => {
    while (!isOver) {
      const took = startStopwatch()
      await signIn()
      signInMs = Math.max(signInMs, took())
      await sleep(2000)
    }
  })()
  const { answers, watched } = await watchedStorm(url, requests, patienceMs, [
    { url: `${url}/health/live`, method: 'GET', headers: {}, pauseMs: 2 },
    { url: `${ownUrl}/health/live`, method: 'GET', headers: {}, pauseMs: 2 },
    {
      url: `${url}/graphql`,
      method: 'POST',
      headers: { ...elsewhere, 'content-type': 'application/json', authorization: `Bearer ${admin}` },
      pauseMs: 50,
      body: JSON.stringify({ query: `query Classes { school(id: "${schoolId}") { id name } }` }),
    },
  ])
  isOver = true
  await signIns
  const [live = 0, ownLive = 0, adminMs = 0] = watched.map(({ slowestMs }) => slowestMs)
  return { name, answers, liveMs: live, ownLiveMs: ownLive, adminMs, signInMs }
}

/**
 * Returns whether a request ended in an error, or in nothing. 503 is the refusal of a server that has too much to do.
 */
export function hasFailed({ answers }: FloodCount): boolean {
  return Object.keys(answers).some((status) => !/^[24]/.test(status) && status !== '503')
}

export function lineOf({ name, answers, liveMs, ownLiveMs, adminMs, signInMs }: FloodCount): string {
  const said = Object.entries(answers).map(([status, count]) => `${status} ${count}`)
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return `${name}: ${said.join(', ')}; live ${ms(liveMs)}, own port ${ms(ownLiveMs)}, an admin ${ms(adminMs)}, a sign-in ${ms(signInMs)}`
}

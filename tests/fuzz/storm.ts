import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Chance } from '../faults/random.ts'
import type { Scene } from './doorAsks.ts'

/** A request with a hostile body. */
export interface StormBody {
  method: string
  path: string
  headers: Record<string, string>
  /** Megabytes of `[` after `start`. `endless`: announced and never finished; `slow`: ten spaces a second. */
  start: string | Uint8Array
  megabytes: number
  pace: 'whole' | 'chunked' | 'endless' | 'slow'
}

/** A request that somebody repeats while a storm goes on, such as GET /health/live. */
export interface WatchedAsk {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  /** Milliseconds between an answer and the next request. */
  pauseMs: number
}

export type StormWork =
  | { job: 'watch'; ask: WatchedAsk }
  | { job: 'send'; url: string; bodies: readonly StormBody[]; givenUpMs: number }

export interface StormCount {
  /**
   * Number of responses by status. `none`: there was no response. `ended`: the connection was closed before its
   * response was read. A refused body is answered, and its connection closed a second later (`http/unreadBody.ts`),
   * which a sender misses that does not get the processor meanwhile.
   */
  answers: Readonly<Record<string, number>>
  /** The slowest GET /health/live meanwhile in milliseconds, and the number of its requests. */
  slowestLiveMs: number
  liveAsked: number
}

/**
 * Sends all bodies at once while polling GET /health/live.
 * @param givenUpMs time after which a body counts as unanswered
 */
export async function storm(url: string, bodies: readonly StormBody[], givenUpMs: number): Promise<StormCount> {
  const live = { url: `${url}/health/live`, method: 'GET', headers: {}, pauseMs: 2 }
  const { answers, watched } = await watchedStorm(url, bodies, givenUpMs, [live])
  const [{ slowestMs: slowestLiveMs, asked: liveAsked } = { slowestMs: Infinity, asked: 0 }] = watched
  return { answers, slowestLiveMs, liveAsked }
}

/**
 * Sends all bodies at once while others repeat their requests. Each runs in its own thread, so that none delays
 * another.
 *
 * @param asks the requests of the others; each must be answered with 200
 * @returns for each of them the slowest answer in milliseconds (infinite for a failure), and the number of its requests
 */
export async function watchedStorm(
  url: string,
  bodies: readonly StormBody[],
  givenUpMs: number,
  asks: readonly WatchedAsk[],
): Promise<{ answers: Record<string, number>; watched: { slowestMs: number; asked: number }[] }> {
  const watching = asks.map((ask) => workerFor({ job: 'watch', ask }))
  await Promise.all(watching.map((worker) => once(worker, 'message')))
  const sending = workerFor({ job: 'send', url, bodies, givenUpMs })
  try {
    const [statuses] = (await once(sending, 'message')) as [string[]]
    const watched = await Promise.all(
      watching.map(async (worker) => {
        const counted = once(worker, 'message') as Promise<[{ slowestMs: number; asked: number }]>
        worker.postMessage('over')
        return (await counted)[0]
      }),
    )
    const answers: Record<string, number> = {}
    for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1
    return { answers, watched }
  } finally {
    await Promise.all([...watching, sending].map((worker) => worker.terminate()))
  }
}

function workerFor(work: StormWork): Worker {
  return new Worker(join(import.meta.dirname, 'stormWorker.ts'), { workerData: work })
}

const json = { 'content-type': 'application/json' }
const question = '{"query":"{pushKey}","variables":{"a":'

/** A body so slow that the server refuses it after 30 seconds. */
export const slowBody: StormBody = {
  method: 'POST',
  path: '/auth/sign-in/email',
  headers: json,
  start: ' ',
  megabytes: 0.01,
  pace: 'slow',
}

/** Returns sixty bodies of all kinds: nested, to unknown URLs, endless, and one byte at a time. */
export function stormBodiesOf(chance: Chance, scene: Pick<Scene, 'studentBearer' | 'bearer' | 'gateKey'>): StormBody[] {
  return Array.from({ length: 60 }, (): StormBody => {
    const [path, headers, start] = chance.pick<[string, Record<string, string>, string]>([
      [`/unknown/${chance.whole(1, 9)}`, {}, ''],
      ['/auth/unknown', {}, ''],
      ['/graphql', { authorization: `Bearer ${scene.studentBearer}` }, question],
      ['/graphql', { authorization: `Bearer ${scene.bearer}` }, question],
      ['/graphql', { authorization: `Bearer ${scene.bearer}`, 'x-operation': 'importStudents' }, question],
      ['/graphql', {}, question],
      ['/auth/sign-in/email', {}, '{"email":'],
      ['/gate/scans', { authorization: `Bearer ${scene.gateKey}` }, '{"scans":'],
      ['/messages/sms', {}, ''],
      ['/onlinefees/webhook', {}, ''],
      ['/health/live', {}, ''],
    ])
    const pace = chance.pick<StormBody['pace']>(['whole', 'whole', 'chunked', 'endless', 'slow'])
    const [megabytes, text] =
      pace === 'slow' ? [0.02, ' '] : pace === 'endless' ? [0, `${start}"x"`] : [chance.whole(1, 23), start]
    return { method: 'POST', path, headers: { ...json, ...headers }, start: text, megabytes, pace }
  })
}

/**
 * Returns sixty bodies from an external audit: unauthenticated ones to unknown URLs, and a student's nested lists of 12
 * and 23 MB.
 */
export function auditedBodies(studentToken: string): StormBody[] {
  const student = { ...json, authorization: `Bearer ${studentToken}` }
  return Array.from({ length: 60 }, (_, nth): StormBody => {
    if (nth % 2 === 0) return { method: 'POST', path: `/unknown/${nth}`, headers: json, start: '', megabytes: 1, pace: 'whole' }
    const megabytes = nth % 4 === 1 ? 12 : 23
    return {
      method: 'POST',
      path: '/graphql',
      headers: student,
      start: question,
      megabytes,
      pace: nth % 3 === 0 ? 'chunked' : 'whole',
    }
  })
}

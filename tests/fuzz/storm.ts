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
  start: string
  megabytes: number
  pace: 'whole' | 'chunked' | 'endless' | 'slow'
}

export type StormWork =
  | { job: 'watch'; url: string }
  | { job: 'send'; url: string; bodies: readonly StormBody[]; givenUpMs: number }

export interface StormCount {
  /** Number of responses by status; `none` when the connection ended or there was no response. */
  answers: Readonly<Record<string, number>>
  /** The slowest GET /health/live meanwhile in milliseconds, and the number of its requests. */
  slowestLiveMs: number
  liveAsked: number
}

/**
 * Sends all bodies at once while polling GET /health/live. Each runs in its own thread, so that neither delays the
 * other.
 * @param givenUpMs time after which a body counts as unanswered
 */
export async function storm(url: string, bodies: readonly StormBody[], givenUpMs: number): Promise<StormCount> {
  const watching = workerFor({ job: 'watch', url })
  await once(watching, 'message')
  const sending = workerFor({ job: 'send', url, bodies, givenUpMs })
  try {
    const [statuses] = (await once(sending, 'message')) as [string[]]
    const watched = once(watching, 'message') as Promise<[{ slowestMs: number; asked: number }]>
    watching.postMessage('over')
    const [{ slowestMs: slowestLiveMs, asked: liveAsked }] = await watched
    const answers: Record<string, number> = {}
    for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1
    return { answers, slowestLiveMs, liveAsked }
  } finally {
    await Promise.all([watching.terminate(), sending.terminate()])
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

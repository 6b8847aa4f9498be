import Fastify, { type FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { schema } from '#app/schema.ts'
import { loadConfig } from '#platform/config.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { registerGraphql } from '#platform/graphql/endpoint.ts'
import { workBudget } from '#platform/graphql/workBudget.ts'
import { registerBodyLimits } from '#platform/http/bodyLimits.ts'
import { chanceOf } from '../faults/random.ts'
import { startStopwatch } from '../stopwatch.ts'
import { worldOn } from '../world/testWorld.ts'
import { hostileAsks } from './hostileAsks.ts'
import { watchFor } from './verdict.ts'

export interface DocumentsRun {
  seed: number
  /** Number of documents of each kind, of different sizes. */
  each: number
  /** Number of tries per document; its time is their median. */
  tries: number
  ownerUrl: string
  secretKey: string
  dataDir: string
  say(text: string): void
}

export interface DocumentsCount {
  documents: number
  accepted: number
  /** Server time in milliseconds: the median, the slowest by its median, and the slowest try. */
  median: number
  worst: { ms: number; kind: string }
  slowestTry: number
  wrong: readonly string[]
  /** Documents that took too long; it depends on what else the machine does. */
  tooSlow: readonly string[]
}

/** Time limit for refusing a document, plus 20 ms per megabyte that had to arrive. */
const mostMs = (bytes: number) => 50 + (20 * bytes) / 1_000_000

/** Sends hostile documents over HTTP to the production endpoint. */
export async function runDocuments(run: DocumentsRun): Promise<DocumentsCount> {
  const config = loadConfig({ DATA_DIR: run.dataDir, DATABASE_URL: run.ownerUrl, SECRET_KEY: run.secretKey })
  const database = new Database(appUrl(run.ownerUrl, run.secretKey), { onError: () => undefined, connections: 4 })
  const watch = await watchFor(run.ownerUrl)
  const app = Fastify()
  const wrong = new Map<string, string>()
  const tooSlow: string[] = []
  const logged: unknown[] = []
  try {
    const world = await worldOn(database, config)
    const { services } = await world.call('admin')
    const began = new WeakMap<FastifyRequest, () => number>()
    app.addHook('onRequest', async (request) => void began.set(request, startStopwatch()))
    app.addHook('onSend', async (request, reply) => {
      reply.header('x-took', String(began.get(request)?.()))
    })
    registerBodyLimits(app)
    registerGraphql(app, {
      schema,
      database,
      services: { ...services, config: { ...services.config, production: true } },
      verifyAccessToken: async (token) => ({ subject: world.own.subjects[token === 'student' ? 'student' : 'admin'] ?? '' }),
      log: { error: ({ err }) => logged.push(err) },
      budget: workBudget(0),
    })
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`
    const ask = async (path: string, init: RequestInit) => {
      const response = await fetch(`${url}${path}`, init).catch((error: unknown) => error)
      // A body refused before it was read may end the connection while the client still writes.
      if (!(response instanceof Response)) return { status: 0, text: String(response), ms: 0 }
      return { status: response.status, text: await response.text(), ms: Number(response.headers.get('x-took') ?? 0) }
    }
    const plain = { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer x' } }
    for (let nth = 0; nth < 200; nth += 1) {
      const { status } = await ask('', { ...plain, body: JSON.stringify({ query: `query Q${nth} { viewer { id name role } }` }) })
      if (status !== 200) throw new Error(`A plain question is answered with ${status}.`)
    }
    const times: { ms: number; kind: string }[] = []
    let [accepted, slowestTry] = [0, 0]
    for (const [nth, [kind, make]] of Object.entries(hostileAsks).entries())
      for (let of = 0; of < run.each; of += 1) {
        const took: number[] = []
        let bytes = 0
        for (let again = 0; again < run.tries; again += 1) {
          // Differs in one word per try, because a parsed document is cached.
          const { path = '', ...init } = make(chanceOf(run.seed + nth, of), `n${of}x${again}`)
          const { status, text, ms } = await ask(path, init)
          took.push(ms)
          bytes = Math.max(bytes, typeof init.body === 'string' ? init.body.length : 0)
          const shows = watch.leak(text, String(init.body ?? path))
          // GraphQL answers 200 for a variable of a wrong type; nothing was executed.
          const unasked = text.startsWith('{"errors":') && !text.includes('"data":')
          const refused = (status >= 400 && status < 500) || status === 0 || unasked
          if (!refused && again === 0) accepted += 1
          if (!refused) wrong.set(`${kind} ${status}`, `${kind}: answered with ${status}: ${text.slice(0, 300)}`)
          if (shows !== null) wrong.set(`${kind} shows`, `${kind}: shows ${shows}: ${text.slice(0, 300)}`)
          if (text.length > 100_000) wrong.set(`${kind} long`, `${kind}: is answered with ${text.length} letters`)
        }
        const ms = took.toSorted((a, b) => a - b)[Math.floor(run.tries / 2)] ?? 0
        slowestTry = Math.max(slowestTry, ...took)
        times.push({ ms, kind })
        if (ms > mostMs(bytes)) tooSlow.push(`${kind}: took ${took.map((one) => one.toFixed(0)).join(', ')} ms`)
        // Lets its cleanup finish before the next one is measured.
        await sleep(1)
      }
    for (const error of logged) wrong.set(`log ${String(error).slice(0, 60)}`, `unexpected: ${String(error)}`)
    const sorted = times.toSorted((a, b) => a.ms - b.ms)
    for (const { kind, ms } of sorted.slice(-10)) run.say(`${kind}: ${ms.toFixed(1)} ms`)
    return {
      documents: times.length,
      accepted,
      slowestTry,
      wrong: [...wrong.values()],
      tooSlow,
      median: sorted[Math.floor(sorted.length / 2)]?.ms ?? 0,
      worst: sorted.at(-1) ?? { ms: 0, kind: '' },
    }
  } finally {
    await app.close()
    await database.close()
  }
}

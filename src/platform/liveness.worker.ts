import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export interface LivenessData {
  host: string
  port: number
  /** The moment at which a serving process last worked, in milliseconds since 1970. */
  lastBeat: BigInt64Array<SharedArrayBuffer>
  stuckAfterMs: number
}

/** The port that it listens on, or why it does not. */
export type LivenessMessage = { port: number } | { code: string }

const { host, port, lastBeat, stuckAfterMs } = workerData as LivenessData

const server = createServer((request, response) => {
  const isAsked = request.url === '/health/live' && (request.method === 'GET' || request.method === 'HEAD')
  const isStuck = Date.now() - Number(Atomics.load(lastBeat, 0)) > stuckAfterMs
  const [status, body] = !isAsked
    ? ([404, { message: 'Not found' }] as const)
    : ([isStuck ? 503 : 200, { status: isStuck ? 'stuck' : 'ok' }] as const)
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', connection: 'close' })
    .end(JSON.stringify(body))
})
const tell = (message: LivenessMessage) => parentPort?.postMessage(message)
server.once('error', ({ code = 'UNKNOWN' }: NodeJS.ErrnoException) => tell({ code }))
server.listen(port, host, () => tell({ port: (server.address() as AddressInfo).port }))

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CannotStart } from './cannotStart.ts'
import type { LivenessData, LivenessMessage } from './liveness.worker.ts'

/** Time between two beats of a serving process, in milliseconds. */
export const beatEveryMs = 1000

/** Serving processes that have not beaten for so long are stuck. The longest import blocks one for five seconds. */
const stuckAfterMs = 30_000

export interface Liveness {
  /** The port that it listens on. */
  port: number
  /** Notes that a serving process works, at a moment in milliseconds since 1970. */
  beat(moment?: number): void
  stop(): Promise<void>
}

/**
 * Answers GET /health/live on a port of its own, by a thread that does nothing else, so that a monitor is answered
 * however busy the serving processes are: 200 while one of them works, 503 when none has for half a minute.
 *
 * @param port 0 lets the system choose one
 * @throws CannotStart when the port is taken
 */
export async function startLiveness(host: string, port: number): Promise<Liveness> {
  const lastBeat = new BigInt64Array(new SharedArrayBuffer(8))
  const beat = (moment = Date.now()) => void Atomics.store(lastBeat, 0, BigInt(moment))
  beat()
  const workerData: LivenessData = { host, port, lastBeat, stuckAfterMs }
  const worker = new Worker(new URL('liveness.worker.ts', import.meta.url), { workerData })
  const [message] = (await once(worker, 'message')) as [LivenessMessage]
  if ('code' in message) {
    await worker.terminate()
    throw new CannotStart(
      message.code === 'EADDRINUSE'
        ? `The port ${port} of GET /health/live is in use. Choose another with HEALTH_PORT, or 0 for none.`
        : `GET /health/live cannot listen on ${host}, port ${port} (${message.code}). Choose another HEALTH_PORT.`,
    )
  }
  return { port: message.port, beat, stop: async () => void (await worker.terminate()) }
}

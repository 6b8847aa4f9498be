import cluster from 'node:cluster'
import { loadConfig } from '#platform/config.ts'
import type { DrainTiming } from '#platform/http/drain.ts'
import { beatEveryMs } from '#platform/liveness.ts'
import { createLog } from '#platform/logging.ts'
import { createMetrics } from '#platform/metrics.ts'
import { startTracing } from '#platform/tracing.ts'
import { explainStartupError } from './explainStartupError.ts'
import { drainTimings } from './drainTimings.ts'
import type { ServingMessage, PrimaryMessage } from './processMessages.ts'
import { type Installation, type Serving, serve } from './serve.ts'

/** Time after which a process that does not end by itself exits, because the primary may be gone. */
const exitTimeoutMs = 15_000

const metrics = createMetrics()
let tracing: { stop(): Promise<void> } | undefined
let serving: Promise<Serving> | undefined
let ended: Promise<void> | undefined

// Ctrl-C and a closed terminal signal every process of the terminal; the primary decides for all.
process.on('SIGINT', () => undefined)
process.on('SIGHUP', () => undefined)
process.on('SIGTERM', () => void end(drainTimings.stopping))
process.on('message', (message: PrimaryMessage) => {
  if (message.type === 'serve') begin(message.installation)
  else if (message.type === 'stop') void end(message.farewell)
  else void sendMetrics()
})
const own = cluster.worker
own?.once('disconnect', () => {
  // The primary was killed and took the port along: nothing new arrives, and running requests finish.
  own.exitedAfterDisconnect = true
  void end(drainTimings.atOnce)
})
say({ type: 'loaded' })

function begin(installation: Installation): void {
  const config = loadConfig(process.env)
  tracing = startTracing(config)
  serving = serve(config, installation, { metrics, log: createLog(config.logLevel, undefined, metrics.observeLine) })
  serving.then(
    () => {
      say({ type: 'ready' })
      setInterval(() => say({ type: 'alive' }), beatEveryMs).unref()
    },
    (error: unknown) => say({ type: 'failed', words: explainStartupError(error) }, () => process.exit(1)),
  )
}

/** A second call with less time ends sooner. */
async function end(timing: DrainTiming): Promise<void> {
  setTimeout(() => process.exit(1), timing.acceptMs + timing.graceMs + exitTimeoutMs).unref()
  const started = await serving?.catch(() => undefined)
  const stopped = started?.stop(timing)
  await (ended ??= reportAndExit(stopped))
}

async function reportAndExit(stopped: Promise<void> | undefined): Promise<void> {
  await stopped
  await tracing?.stop()
  await sendMetrics()
  process.exit(0)
}

async function sendMetrics(): Promise<void> {
  const readings = await metrics.readings()
  await new Promise<void>((resolve) => say({ type: 'metrics', readings }, resolve))
}

function say(message: ServingMessage, then: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, then)
  else then()
}

import cluster from 'node:cluster'
import { loadConfig } from '#platform/config.ts'
import type { Farewell } from '#platform/http/drain.ts'
import { createLog } from '#platform/logging.ts'
import { createMetrics } from '#platform/metrics.ts'
import { startTracing } from '#platform/tracing.ts'
import { explain } from './explain.ts'
import { farewells } from './farewells.ts'
import type { FromServing, ToServing } from './processMessages.ts'
import { type Installation, type Serving, serve } from './serve.ts'

/** What does not end by itself is ended: nobody is left who could. */
const statementTimeoutMs = 15_000

const metrics = createMetrics()
let tracing: { stop(): Promise<void> } | undefined
let serving: Promise<Serving> | undefined
let ended: Promise<void> | undefined

// Ctrl-C and a closed terminal reach every process of the terminal; the first one tells the others what to do.
process.on('SIGINT', () => undefined)
process.on('SIGHUP', () => undefined)
process.on('SIGTERM', () => void end(farewells.stopping))
process.on('message', (message: ToServing) => {
  if (message.type === 'serve') begin(message.installation)
  else if (message.type === 'stop') void end(message.farewell)
  else void tellMetrics()
})
const own = cluster.worker
own?.once('disconnect', () => {
  // Killed, the first process has taken the port along: nothing new arrives, and what is under way comes to its end.
  own.exitedAfterDisconnect = true
  void end(farewells.atOnce)
})
say({ type: 'loaded' })

function begin(installation: Installation): void {
  const config = loadConfig(process.env)
  tracing = startTracing(config)
  serving = serve(config, installation, { metrics, log: createLog(config.logLevel, undefined, metrics.observeLine) })
  serving.then(
    () => say({ type: 'ready' }),
    (error: unknown) => say({ type: 'failed', words: explain(error) }, () => process.exit(1)),
  )
}

/** Told again, with less time, it ends sooner. */
async function end(farewell: Farewell): Promise<void> {
  setTimeout(() => process.exit(1), farewell.acceptMs + farewell.graceMs + statementTimeoutMs).unref()
  const started = await serving?.catch(() => undefined)
  const stopped = started?.stop(farewell)
  await (ended ??= lastWords(stopped))
}

async function lastWords(stopped: Promise<void> | undefined): Promise<void> {
  await stopped
  await tracing?.stop()
  await tellMetrics()
  process.exit(0)
}

async function tellMetrics(): Promise<void> {
  const readings = await metrics.readings()
  await new Promise<void>((resolve) => say({ type: 'metrics', readings }, resolve))
}

function say(message: FromServing, then: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, then)
  else then()
}

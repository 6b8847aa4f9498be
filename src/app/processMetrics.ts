import cluster, { type Worker } from 'node:cluster'
import { mergeReadings, type Readings, readingsText } from '#platform/metrics.ts'
import type { FromServing, ToServing } from './processMessages.ts'

/** One that does not answer within this time, such as one that is busy for long, counts with what it said the last time. */
const statementTimeoutMs = 1500

/**
 * The metrics of all serving processes together, for the process that has started them. What a process that has ended counted stays in the
 * sums: otherwise every replaced process would look like a counter that begins again, and its whole past like the errors of a minute.
 */
export function processMetrics(): { text(): Promise<string> } {
  const last = new Map<Worker, Readings>()
  const answered = new Map<Worker, () => void>()
  let ended = Promise.resolve<Readings>([])

  cluster.on('message', (worker, message: FromServing) => {
    if (message.type !== 'metrics') return
    last.set(worker, message.readings)
    answered.get(worker)?.()
  })
  cluster.on('exit', (worker) => {
    // The library's types call it a number.
    const counted = (last.get(worker) ?? []).filter(({ type }) => String(type) !== 'gauge')
    last.delete(worker)
    answered.get(worker)?.()
    ended = ended.then((before) => mergeReadings([before, counted]))
  })

  async function ask(worker: Worker): Promise<void> {
    await new Promise<void>((resolve) => {
      answered.set(worker, resolve)
      setTimeout(resolve, statementTimeoutMs)
      worker.send({ type: 'metrics' } satisfies ToServing, (error: Error | null) => error && resolve())
    })
    answered.delete(worker)
  }

  return {
    text: async () => {
      await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? [ask(worker)] : [])))
      return readingsText([await ended, ...last.values()])
    },
  }
}

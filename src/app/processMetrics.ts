import cluster, { type Worker } from 'node:cluster'
import { mergeReadings, type Readings, readingsText } from '#platform/metrics.ts'
import type { ServingMessage, PrimaryMessage } from './processMessages.ts'

/** A process that does not answer in time, because it is busy, counts with its previous readings. */
const answerTimeoutMs = 1500

/**
 * Collects the metrics of all serving processes in the primary. The counts of an ended process stay in the sums.
 * Otherwise a replaced process would look like a counter reset, and its whole past like the errors of one minute.
 */
export function processMetrics(): { text(): Promise<string> } {
  const last = new Map<Worker, Readings>()
  const onAnswer = new Map<Worker, () => void>()
  let ended = Promise.resolve<Readings>([])

  cluster.on('message', (worker, message: ServingMessage) => {
    if (message.type !== 'metrics') return
    last.set(worker, message.readings)
    onAnswer.get(worker)?.()
  })
  cluster.on('exit', (worker) => {
    // prom-client's types declare the type as a number.
    const counted = (last.get(worker) ?? []).filter(({ type }) => String(type) !== 'gauge')
    last.delete(worker)
    onAnswer.get(worker)?.()
    ended = ended.then((sums) => mergeReadings([sums, counted]))
  })

  async function requestReadings(worker: Worker): Promise<void> {
    await new Promise<void>((resolve) => {
      onAnswer.set(worker, resolve)
      setTimeout(resolve, answerTimeoutMs)
      worker.send({ type: 'metrics' } satisfies PrimaryMessage, (error: Error | null) => error && resolve())
    })
    onAnswer.delete(worker)
  }

  return {
    text: async () => {
      await Promise.all(
        Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? [requestReadings(worker)] : [])),
      )
      return readingsText([await ended, ...last.values()])
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './connect.ts'

/** Maximum number of keys per lookup; the rest wait for the next one. */
const mostKeys = 1000
/**
 * When at least this many keys arrived during a lookup, the next one waits to gather more. While 5,000 students joined
 * within ten seconds, a lookup had three or four keys, and the lookups took a quarter of the processor.
 */
const crowd = { least: 5, gatherMs: 50 }

/** As soon as so many keys were asked for within `ms`, every lookup waits so long to gather more. */
interface Rush {
  keys: number
  ms: number
}

interface Queue<Key, Value> {
  waiting: Map<Key, PromiseWithResolvers<Value | undefined>>
  running: boolean
  /** When the last keys were asked for, as many as make a rush. */
  lastAsked: number[]
}

/**
 * Returns a lookup that batches concurrent calls: keys that arrive while a lookup runs are in the next one, so no
 * caller gets a value that was read before the call. A single caller does not wait.
 * @param rush for what is looked up first of everybody who arrives: what follows is then asked for by many at once
 * @param load returns the values that exist; a missing key resolves to undefined. Its failure rejects every caller of
 *   that batch
 */
export function batchedLookup<Key, Value>(
  load: (database: Database, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  rush?: Rush,
): (database: Database, key: Key) => Promise<Value | undefined> {
  const queues = new WeakMap<Database, Queue<Key, Value>>()

  async function serve(database: Database, queue: Queue<Key, Value>): Promise<void> {
    for (let batches = 0; queue.waiting.size > 0; batches++) {
      const sinceFirst = performance.now() - (queue.lastAsked[0] ?? -Infinity)
      if (rush && queue.lastAsked.length === rush.keys && sinceFirst < rush.ms) await sleep(rush.ms)
      else if (batches > 0 && queue.waiting.size >= crowd.least) await sleep(crowd.gatherMs)
      const batch = [...queue.waiting].slice(0, mostKeys)
      for (const [key] of batch) queue.waiting.delete(key)
      try {
        const found = await load(
          database,
          batch.map(([key]) => key),
        )
        for (const [key, answer] of batch) answer.resolve(found.get(key))
      } catch (error) {
        for (const [, answer] of batch) answer.reject(error)
      }
    }
    queue.running = false
  }

  return (database, key) => {
    let queue = queues.get(database)
    if (!queue) {
      queue = { waiting: new Map(), running: false, lastAsked: [] }
      queues.set(database, queue)
    }
    let answer = queue.waiting.get(key)
    if (!answer) {
      answer = Promise.withResolvers()
      queue.waiting.set(key, answer)
      if (rush && queue.lastAsked.push(performance.now()) > rush.keys) queue.lastAsked.shift()
    }
    if (!queue.running) {
      queue.running = true
      const started = queue
      // Requests that have arrived already are in the same batch.
      setImmediate(() => void serve(database, started))
    }
    return answer.promise
  }
}

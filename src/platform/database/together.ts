import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './connect.ts'

/** As many are looked up at once; the others wait for the next turn. */
const most = 1000
/**
 * Where so many have come during a turn, the next one gathers for some milliseconds more: while 5,000 students join within ten seconds,
 * a turn had three or four of them, and the turns took a quarter of the processor.
 */
const crowd = { least: 5, gatherMs: 50 }

interface Line<Key, Value> {
  waiting: Map<Key, PromiseWithResolvers<Value | undefined>>
  running: boolean
}

/**
 * Looks up what many ask for at the same time together: whoever comes while a look-up is under way is in the next one. One who comes
 * alone does not wait.
 * @param load answers what there is; what is missing is undefined for who asked. A failure is everybody's of that turn
 */
export function together<Key, Value>(
  load: (database: Database, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (database: Database, key: Key) => Promise<Value | undefined> {
  const lines = new WeakMap<Database, Line<Key, Value>>()

  async function serve(database: Database, line: Line<Key, Value>): Promise<void> {
    for (let turns = 0; line.waiting.size > 0; turns++) {
      if (turns > 0 && line.waiting.size >= crowd.least) await sleep(crowd.gatherMs)
      const turn = [...line.waiting].slice(0, most)
      for (const [key] of turn) line.waiting.delete(key)
      try {
        const found = await load(
          database,
          turn.map(([key]) => key),
        )
        for (const [key, asked] of turn) asked.resolve(found.get(key))
      } catch (error) {
        for (const [, asked] of turn) asked.reject(error)
      }
    }
    line.running = false
  }

  return (database, key) => {
    let line = lines.get(database)
    if (!line) {
      line = { waiting: new Map(), running: false }
      lines.set(database, line)
    }
    let asked = line.waiting.get(key)
    if (!asked) {
      asked = Promise.withResolvers()
      line.waiting.set(key, asked)
    }
    if (!line.running) {
      line.running = true
      const begin = line
      // Everybody whose request has arrived already comes along.
      setImmediate(() => void serve(database, begin))
    }
    return asked.promise
  }
}

import type { Database } from '#platform/database/connect.ts'

const senders = new WeakMap<Database, () => void>()

/** Names what sends the messages of a database in this process; undefined: nobody any more. */
export function sentBy(database: Database, wake: (() => void) | undefined): void {
  if (wake) senders.set(database, wake)
  else senders.delete(database)
}

/** Has this process look soon, instead of with its next turn. It may be called before what is to be sent is committed. */
export function wakeMessages(database: Database): void {
  senders.get(database)?.()
}

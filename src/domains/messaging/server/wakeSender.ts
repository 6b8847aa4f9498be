import type { Database } from '#platform/database/connect.ts'

const senders = new WeakMap<Database, () => void>()

/** Registers the sender of a database in this process; undefined removes it. */
export function registerSender(database: Database, wake: (() => void) | undefined): void {
  if (wake) senders.set(database, wake)
  else senders.delete(database)
}

/** Makes this process poll soon. May be called before the messages are committed. */
export function wakeSender(database: Database): void {
  senders.get(database)?.()
}

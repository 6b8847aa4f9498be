import type { FamilyChatMessageRowFragment, FamilyChatQuery } from './chat.graphql.ts'

export type Message = FamilyChatMessageRowFragment
/** The loaded part of a conversation: the newest messages and those before them that were asked for. */
export type Chat = FamilyChatQuery['familyChat']

/** Adds messages in their order, and replaces those that are known: one may have been removed since. */
export function withMessages(rows: readonly Message[], changed: readonly Message[]): Message[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of changed) byId.set(row.id, row)
  return [...byId.values()].toSorted((a, b) => Number(a.id) - Number(b.id))
}

/** Applies what has changed since the loaded version. A change of a message before the loaded part is left out. */
export function withChanges(chat: Chat, changes: Chat): Chat {
  const first = Number(chat.rows[0]?.id ?? 0)
  const within = chat.more ? changes.rows.filter(({ id }) => Number(id) >= first) : changes.rows
  return { ...changes, rows: withMessages(chat.rows, within), more: chat.more }
}

/** Adds older messages in front. */
export function withOlder(chat: Chat, older: Chat): Chat {
  return { ...chat, rows: withMessages(chat.rows, older.rows), more: older.more }
}

import { schoolDay, showDay, addDays, type Day } from '#shared/dates.ts'
import type { ChatMessageRowFragment } from './chat.graphql.ts'

export type Message = ChatMessageRowFragment

/** What a page knows of a conversation. */
export interface Shown {
  /** Oldest first. */
  rows: readonly Message[]
  /** There are older ones. */
  more: boolean
  /** Up to where it knows what was written and removed. */
  version: string
  /** How far each reader of the other side has read. */
  reads: readonly string[]
}

/** Messages with others put among them: new ones in the order of their ids, known ones as they are now. */
export function merged(rows: readonly Message[], changes: readonly Message[]): readonly Message[] {
  if (changes.length === 0) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const change of changes) byId.set(change.id, change)
  return [...byId.values()].sort((a, b) => Number(a.id) - Number(b.id))
}

/** The same of what changed since: a message that was removed long before the oldest one shown stays out. */
export function withChanges(shown: Shown, changes: readonly Message[], version: string, reads: readonly string[]): Shown {
  const first = Number(shown.rows[0]?.id ?? 0)
  const within = shown.more ? changes.filter((change) => Number(change.id) >= first) : changes
  return { ...shown, rows: merged(shown.rows, within), version, reads }
}

/** How many of the readers have read a message. */
export function readBy(reads: readonly string[], id: string): number {
  return reads.filter((read) => Number(read) >= Number(id)).length
}

/** The day above a message, where it is another than that of the one before; in the school's time. */
export function dayAbove(message: Message, before: Message | undefined, today: Day): string | null {
  const day = schoolDay(new Date(message.at))
  if (before && schoolDay(new Date(before.at)) === day) return null
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : showDay(day)
}

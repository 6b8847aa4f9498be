import { t } from '@lingui/core/macro'
import { schoolDay, showDay, addDays, type Day } from '#shared/dates.ts'
import type { ChatMessageRowFragment } from './chat.graphql.ts'

export type Message = ChatMessageRowFragment

/** The loaded part of a conversation. */
export interface LoadedMessages {
  /** Oldest first. */
  rows: readonly Message[]
  /** Whether there are older messages. */
  more: boolean
  /** The version that the page is up to date with. */
  version: string
  /** The last message read by each reader of the other side. */
  reads: readonly string[]
}

/** Merges messages by id: adds new ones in order and replaces known ones. */
export function mergeMessages(rows: readonly Message[], changes: readonly Message[]): readonly Message[] {
  if (changes.length === 0) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const change of changes) byId.set(change.id, change)
  return [...byId.values()].sort((a, b) => Number(a.id) - Number(b.id))
}

/** Applies changes to the loaded part. A change of a message older than the loaded part is left out. */
export function applyChanges(
  shown: LoadedMessages,
  changes: readonly Message[],
  version: string,
  reads: readonly string[],
): LoadedMessages {
  const first = Number(shown.rows[0]?.id ?? 0)
  const within = shown.more ? changes.filter((change) => Number(change.id) >= first) : changes
  return { ...shown, rows: mergeMessages(shown.rows, within), version, reads }
}

/** Counts the readers who have read a message. */
export function countReaders(reads: readonly string[], id: string): number {
  return reads.filter((read) => Number(read) >= Number(id)).length
}

/** Returns the day heading above a message when its day differs from the message before, in India time. */
export function dayHeading(message: Message, before: Message | undefined, today: Day): string | null {
  const day = schoolDay(new Date(message.at))
  if (before && schoolDay(new Date(before.at)) === day) return null
  if (day === today) return t`Today`
  return day === addDays(today, -1) ? t`Yesterday` : showDay(day)
}

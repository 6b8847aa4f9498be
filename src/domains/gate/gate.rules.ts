import type { GateDirection, ScanDirection } from './gate.schema.ts'

/** A second scan of a student sooner than this after another is a mistake: it is answered, and not stored. */
export const tooEarlyMs = 5 * 60_000
/** What has waited longer is too old to count. */
export const longestWaitMs = 7 * 86_400_000
/** A reader may stamp what it sends a moment before its latest scan. */
export const stampedEarlyMs = 60_000

/**
 * When a scan was made, by the server's clock: when it arrived, less the time it has waited on its device; less than nothing counts as
 * nothing, up to a minute. null where it is more than seven days, or no time at all: it would stand on a wrong day.
 */
export function scannedAt(arrivedAt: Date, waitedMs: number): Date | null {
  if (!(waitedMs >= -stampedEarlyMs && waitedMs <= longestWaitMs)) return null
  return new Date(arrivedAt.getTime() - Math.max(0, Math.floor(waitedMs)))
}

/** A scan of a student on one day, as it is stored. */
export interface StoredScan {
  at: Date
  direction: ScanDirection
}

/** What a scan is: a new one with its direction, or one too early after (or before) the one that stands. */
type Decided = { result: ScanDirection } | { result: 'TOO_EARLY'; first: StoredScan }

/**
 * Decides one scan of a student beside all that is stored of her on that day, in any order. A device that knows its direction
 * says it; otherwise IN and OUT alternate, from the last scan before this one.
 */
export function decideScan(stored: readonly StoredScan[], at: Date, device: GateDirection): Decided {
  const near = stored
    .filter((scan) => Math.abs(scan.at.getTime() - at.getTime()) < tooEarlyMs)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())[0]
  if (near) return { result: 'TOO_EARLY', first: near }
  if (device !== 'BOTH') return { result: device }
  const before = stored.filter((scan) => scan.at <= at).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  return { result: before?.direction === 'IN' ? 'OUT' : 'IN' }
}

/** The school that a reader's key is of: `{school in base 36}-{22 characters or more}`; null for what is no key. */
export function schoolOfKey(key: string): number | null {
  const school = /^([0-9a-z]{1,10})-[\w-]{22,64}$/.exec(key)?.[1]
  const id = school === undefined ? Number.NaN : Number.parseInt(school, 36)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

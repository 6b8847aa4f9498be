/** How a card is read. */
export const cardMeans = ['QR', 'RFID'] as const
export type ScanMeans = (typeof cardMeans)[number]

/** The direction a reader or the page is set to. BOTH alternates from the student's last scan of the day. */
export const gateDirections = ['IN', 'OUT', 'BOTH'] as const
export type GateDirection = (typeof gateDirections)[number]
export type ScanDirection = Exclude<GateDirection, 'BOTH'>

/** A scan within this time of another scan of the same student is a mistake: it is answered but not stored. */
export const tooEarlyMs = 5 * 60_000
/** Scans that waited longer on their device are too old to count. */
export const maxWaitMs = 7 * 86_400_000
/** Tolerance for a reader that stamps its request before its latest scan. */
export const stampToleranceMs = 60_000

/**
 * Returns when a scan was made by the server's clock: its arrival minus the time it waited on its device. A negative
 * wait of up to a minute counts as zero. Returns null for a wait that is not a number, more negative, or longer than
 * seven days, because the scan could land on a wrong day.
 */
export function scannedAt(arrivedAt: Date, waitedMs: number): Date | null {
  if (!(waitedMs >= -stampToleranceMs && waitedMs <= maxWaitMs)) return null
  return new Date(arrivedAt.getTime() - Math.max(0, Math.floor(waitedMs)))
}

/** A stored scan of a student on one day. */
export interface StoredScan {
  at: Date
  direction: ScanDirection
}

/** The decision on a scan: a new scan with its direction, or too early because of the stored scan `first`. */
type ScanDecision = { result: ScanDirection } | { result: 'TOO_EARLY'; first: StoredScan }

/**
 * Decides a scan, given the student's stored scans of that day in any order. A device with a fixed direction decides
 * the direction; otherwise IN and OUT alternate, starting from the last scan before this one.
 */
export function decideScan(stored: readonly StoredScan[], at: Date, device: GateDirection): ScanDecision {
  const near = stored
    .filter((scan) => Math.abs(scan.at.getTime() - at.getTime()) < tooEarlyMs)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())[0]
  if (near) return { result: 'TOO_EARLY', first: near }
  if (device !== 'BOTH') return { result: device }
  const before = stored.filter((scan) => scan.at <= at).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  return { result: before?.direction === 'IN' ? 'OUT' : 'IN' }
}

/**
 * Parses the school's id from a reader's key, `{school in base 36}-{22 characters or more}`; null for any other text.
 */
export function schoolOfKey(key: string): number | null {
  const school = /^([0-9a-z]{1,10})-[\w-]{22,64}$/.exec(key)?.[1]
  const id = school === undefined ? Number.NaN : Number.parseInt(school, 36)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

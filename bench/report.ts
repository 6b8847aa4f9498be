/** What one run showed: answers a second, and milliseconds of one answer. */
export interface Measured {
  perSecond: number
  p50: number
  p99: number
}

/** One line of a benchmark: `name req/s p50 p99 ratio`; the ratio is the share of what the raw driver did in the same run. */
export function line(name: string, measured: Measured, raw: Measured | null): string {
  const columns = [
    name.padEnd(28),
    measured.perSecond.toFixed(0).padStart(7),
    measured.p50.toFixed(1).padStart(7),
    measured.p99.toFixed(1).padStart(7),
    raw ? (measured.perSecond / raw.perSecond).toFixed(2).padStart(6) : '     -',
  ]
  return columns.join(' ')
}

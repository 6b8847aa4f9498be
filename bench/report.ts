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

/** Says whether a time is within what was promised; the run ends as failed when it is not. @param most in seconds, as `seconds` */
export function within(name: string, seconds: number, most: number): void {
  if (seconds > most) process.exitCode = 1
  process.stdout.write(`${name}: ${seconds.toFixed(2)} s, ${seconds > most ? 'MORE THAN' : 'within'} ${most} s\n`)
}

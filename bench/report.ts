/** Result of a run: responses per second, and latencies in milliseconds. */
export interface Measured {
  perSecond: number
  p50: number
  p99: number
}

/**
 * Formats a line of a benchmark: `name req/s p50 p99 ratio`. The ratio compares with the raw driver in the same run.
 */
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

/** Prints whether a time is within its limit, and makes the run fail otherwise. */
export function within(name: string, time: number, most: number, unit: 's' | 'ms' = 's'): void {
  if (time > most) process.exitCode = 1
  process.stdout.write(
    `${name}: ${time.toFixed(unit === 's' ? 2 : 0)} ${unit}, ${time > most ? 'MORE THAN' : 'within'} ${most} ${unit}\n`,
  )
}

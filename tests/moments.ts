/**
 * Returns a moment so many milliseconds from now; a negative number is before it. It is a value that the product reads:
 * an expiry, the age of a row, a device's clock. Nothing is measured with it (decisions/0119).
 */
export function fromNow(milliseconds: number): Date {
  // oxlint-disable-next-line shala/no-clock -- the one place that reads it, for values and not for durations
  return new Date(Date.now() + milliseconds)
}

/** Returns so many seconds from now in whole seconds since 1970, as tokens and signed addresses write it. */
export function secondsFromNow(seconds: number): number {
  return Math.floor(fromNow(seconds * 1000).getTime() / 1000)
}

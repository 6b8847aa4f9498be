// oxlint-disable-next-line shala/no-clock -- the one place that measures, for runs and not for tests
const now = () => performance.now()

/**
 * Starts a stopwatch; it returns the milliseconds since then. For runs that report how long the product took
 * (`npm run fuzz`, `npm run faults`). The lint keeps it out of test files: no test depends on a time.
 */
export function startStopwatch(): () => number {
  const began = now()
  return () => now() - began
}

/** Most runs of a property test in `npm test`. */
const most = 300

/**
 * Returns how often a property test runs: as often as it says in `npm run test:rest`, and at most 300 times in
 * `npm test`. For tests that say more than that.
 */
export function runs(full: number): number {
  return process.env.PROPERTY_RUNS === 'full' ? full : Math.min(full, most)
}

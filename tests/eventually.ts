import { vi } from 'vitest'

/**
 * Repeats an assertion until it holds, and returns its value. It takes no longer than the assertion needs; the limit
 * only ends a test that hangs, a little before its own limit does, so that the assertion is what fails.
 * @param interval how often it looks, in milliseconds
 */
export function eventually<Value>(assertion: () => Value | Promise<Value>, interval = 50): Promise<Value> {
  return vi.waitFor(assertion, { timeout: 50_000, interval })
}

import { vi } from 'vitest'

/**
 * Repeats an assertion until it holds, and returns its value. Up to 20 s, because a machine that does other work too
 * is no reason to fail; it takes no longer than the assertion needs.
 */
export function eventually<Value>(assertion: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(assertion, { timeout: 20_000 })
}

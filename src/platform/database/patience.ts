import { AsyncLocalStorage } from 'node:async_hooks'

const limits = new AsyncLocalStorage<number>()

/**
 * Statements in `run` may take so many milliseconds instead of what a request may: for work that nobody waits for in front of a screen.
 * It holds for every read and transaction of {@link Database} that is begun inside.
 */
export function patiently<Result>(milliseconds: number, run: () => Result): Result {
  return limits.run(milliseconds, run)
}

/** What a statement may take here, in milliseconds; undefined: what a request may. */
export function statementLimit(): number | undefined {
  return limits.getStore()
}

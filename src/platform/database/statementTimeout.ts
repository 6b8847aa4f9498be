import { AsyncLocalStorage } from 'node:async_hooks'

const timeouts = new AsyncLocalStorage<number>()

/**
 * Overrides the statement timeout, in milliseconds, for every read and transaction of {@link Database} that starts
 * inside `run`.
 */
export function withStatementTimeout<Result>(milliseconds: number, run: () => Result): Result {
  return timeouts.run(milliseconds, run)
}

/** Returns the overriding statement timeout in milliseconds; undefined where the connection's own applies. */
export function statementTimeout(): number | undefined {
  return timeouts.getStore()
}

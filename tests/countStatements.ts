import { vi } from 'vitest'
import { PipelinedConnection } from '#platform/database/driver.ts'

/** Runs something, and returns its result and the number of statements that this process sent meanwhile. */
export async function countStatements<Result>(run: () => Promise<Result>): Promise<{ result: Result; statements: number }> {
  const sent = vi.spyOn(PipelinedConnection.prototype, 'run')
  try {
    const result = await run()
    return { result, statements: sent.mock.calls.reduce((sum, [batch]) => sum + batch.length, 0) }
  } finally {
    sent.mockRestore()
  }
}

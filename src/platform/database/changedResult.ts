import pg from 'pg'

/**
 * Returns whether a statement failed because a migration has changed the columns of its result since it was parsed. It
 * has done nothing, and works when it is tried again: the connections parse their statements anew.
 */
export function isChangedResult(error: unknown): boolean {
  // 0A000 is also what PostgreSQL does not support; the routine is that of statements that were parsed before.
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Runs `work`, and once more where a migration has changed a result. The failure must have undone all of it. */
export async function againOnChangedResult<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isChangedResult(error)) throw error
    return await work()
  }
}

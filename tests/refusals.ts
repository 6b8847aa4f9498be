import { Refusal } from '#platform/refusal.ts'
import type { World } from './world/testWorld.ts'

/** Returns a command's refusal as plain data for `toEqual` and `toMatchObject`; any other outcome fails the test. */
export async function refusal(outcome: Promise<unknown>): Promise<Pick<Refusal, 'code' | 'message' | 'problems'>> {
  const answer = await outcome.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in answer && answer.error instanceof Refusal) {
    const { code, message, problems } = answer.error
    return { code, message, problems }
  }
  throw new Error('A refusal was expected.', { cause: 'error' in answer ? answer.error : answer.value })
}

/**
 * Returns a school's audit rows (by default the own school's), oldest first, without values that differ between runs.
 */
export async function auditRows(world: World, schoolId = world.own.id) {
  const [rows] = await world.database.read(schoolId, [
    world.database.kysely
      .selectFrom('auditLog')
      .select(['role', 'action', 'rowIds', 'fields'])
      .where('schoolId', '=', schoolId)
      .orderBy('id'),
  ] as const)
  return rows
}

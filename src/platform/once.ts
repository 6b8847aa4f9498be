import { createHash } from 'node:crypto'
import type { Done, Running } from './command.ts'
import { Refusal } from './refusal.ts'

/** Said when a key comes back with something else to do. */
const otherInput = 'This was stored already, with other values. Look at what is stored before you enter it again.'

/**
 * Carries out one request of a client-made key once: the same key with the same input, of the same person, answers what the
 * first one stored; with another input it is refused with CONFLICT on `key`. Where the input's schema lets the key be left out, a
 * request without one is carried out each time it comes. Call it inside the command's run, after the lock of what is changed, and put
 * into `ids` what `again` needs to find the result.
 *
 * Two requests with one key at the same time: the second waits at the key's row until the first has ended, and then finds it
 * stored, or, if the first was rolled back, carries it out.
 * @param input what was asked, with its key; the key itself is not compared
 * @param first does the work
 * @param again reads the result anew from the ids that `first` has answered
 */
export async function once<Result>(
  { db, schoolId, viewer }: Pick<Running<unknown, unknown>, 'db' | 'schoolId' | 'viewer'>,
  action: string,
  { key, ...input }: { key?: string | undefined } & Record<string, unknown>,
  first: () => Promise<Done<Result>>,
  again: (ids: number[]) => Promise<Result>,
): Promise<Done<Result>> {
  if (key === undefined) return first()
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest()
  const created = await db
    .insertInto('requestKeys')
    .values({ schoolId, key, action, inputHash, createdBy: viewer.subject })
    .onConflict((conflict) => conflict.columns(['schoolId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (created) {
    const done = await first()
    await db
      .updateTable('requestKeys')
      .set({ rowIds: [...done.ids] })
      .where('schoolId', '=', schoolId)
      .where('key', '=', key)
      .execute()
    return done
  }
  const stored = await db
    .selectFrom('requestKeys')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (stored.action !== action || stored.createdBy !== viewer.subject || !stored.inputHash.equals(inputHash))
    throw new Refusal('CONFLICT', otherInput, [{ path: 'key', message: otherInput }])
  return { result: await again(stored.rowIds), ids: stored.rowIds, fields: ['again'] }
}

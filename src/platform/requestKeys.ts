import { createHash } from 'node:crypto'
import { t } from '#shared/texts.ts'
import type { CommandResult, CommandContext } from './command.ts'
import { Refusal } from './refusal.ts'

/** Refusal of a key that comes back with another input. */
const otherInput = () => t`This was saved already, with other values. Look at what is saved before you enter it again.`

/**
 * Executes a request once per client-made key (idempotency). The same key with the same input of the same person
 * returns the stored result of the first request. With another input it is refused with CONFLICT on `key`. Where the
 * input's schema makes the key optional, a request without a key is executed every time. Call it inside the command's
 * `run`, after locking what is changed, and put into `ids` what `again` needs to find the result.
 *
 * Of two concurrent requests with one key, the second waits at the key's row until the first has ended. Then it finds
 * the stored result, or executes the request if the first was rolled back.
 *
 * @param input the request with its key; the key itself is not compared
 * @param first does the work
 * @param again reads the result from the ids that `first` returned
 */
export async function runOncePerKey<Result>(
  { db, schoolId, viewer }: Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId' | 'viewer'>,
  action: string,
  { key, ...input }: { key?: string | undefined } & Record<string, unknown>,
  first: () => Promise<CommandResult<Result>>,
  again: (ids: number[]) => Promise<Result>,
): Promise<CommandResult<Result>> {
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
    throw new Refusal('CONFLICT', otherInput(), [{ path: 'key', message: otherInput() }])
  return { result: await again(stored.rowIds), ids: stored.rowIds, fields: ['again'] }
}

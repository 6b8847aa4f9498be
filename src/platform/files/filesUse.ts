import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import { showBytes } from '#shared/bytes.ts'
import type { FilesUse } from '#shared/filesUse.ts'
import { t } from '#shared/texts.ts'
import { action } from '../action.ts'
import { query } from '../command.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { Files } from '../database/schema.types.ts'
import { Refusal } from '../refusal.ts'
import type { School } from '../school.ts'

/** Returns the quota of a school in bytes: its own, or the one of the installation. */
export function filesQuota({ schoolFilesMb }: Pick<Config, 'schoolFilesMb'>, school: Pick<School, 'filesQuotaMb'>): number {
  return (school.filesQuotaMb ?? schoolFilesMb) * 1_000_000
}

/** Selects how much the files of a school take, in bytes. */
export function filesSize(db: Db | Tx, schoolId: number) {
  return db.selectFrom('files').select(sql<number>`coalesce(sum(size), 0)::float8`.as('used')).where('schoolId', '=', schoolId)
}

/**
 * Throws unless so many bytes more fit into the quota.
 *
 * @throws Refusal CONFLICT on `size`, with how much is used and who can change it
 */
export function requireRoom({ used, quota }: FilesUse, more: number): void {
  if (used + more <= quota) return
  const message = t`The files of this school take ${showBytes(used)} of ${showBytes(quota)}, and this one does not fit. An administrator can shorten how long chats and documents are kept, under Settings, Privacy. A super administrator can allow more space.`
  throw new Refusal('CONFLICT', message, [{ path: 'size', message }])
}

/** Maximum bytes of chat attachments of one person that no message has taken. */
const unsentBytes = 50_000_000

/** Selects how much the chat attachments of a person take that no message has taken, in bytes. */
export function unsentSize(db: Db | Tx, schoolId: number, subject: string) {
  return filesSize(db, schoolId)
    .where('purpose', '=', 'chat-attachment')
    .where('createdBy', '=', subject)
    .where('attached', '=', false)
}

/**
 * Throws unless so many bytes more fit into what one person may have in chat attachments without a message.
 *
 * @param used bytes of {@link unsentSize}
 * @throws Refusal CONFLICT on `size`
 */
export function requireUnsentRoom(used: number, more: number): void {
  if (used + more <= unsentBytes) return
  const message = t`Your files that are in no message yet take ${showBytes(used)} of ${showBytes(unsentBytes)}, and this one does not fit. Such files are deleted within two days. Please try again then.`
  throw new Refusal('CONFLICT', message, [{ path: 'size', message }])
}

/**
 * Inserts rows of files within the quota of their school, before their bytes are written. Two that are inserted at once
 * are counted one after another, until their transactions end; keep these short.
 *
 * @returns whether the rows are new; false leaves rows with the same ids as they are
 * @throws Refusal as {@link requireRoom}
 */
export async function insertFiles(db: Tx, schoolId: number, quota: number, rows: readonly Insertable<Files>[]): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of school ${schoolId}`}, 0))`.execute(db)
  const { used } = await filesSize(db, schoolId).executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('files')
    .values(rows.map((row) => ({ ...row, stored: false })))
    .onConflict((conflict) => conflict.columns(['schoolId', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows < BigInt(rows.length)) return false
  requireRoom(
    { used, quota },
    rows.reduce((sum, { size }) => sum + Number(size), 0),
  )
  return true
}

/** Seeing how much the files of a school take. */
export const filesUseActions = {
  view: action<undefined>('file.viewUse', {
    roles: ['SUPERADMIN', 'ADMIN'],
    general: ({ viewer }) =>
      viewer.classIds === null ? null : t`You may see some of the classes only, and the files are those of the whole school.`,
  }),
}

/** Returns how much the files of the school take, and may take. */
export const viewFilesUse = query({
  action: filesUseActions.view,
  input: z.object({}),
  run: async ({ call, db, read, school, schoolId }): Promise<FilesUse> => {
    const [[size]] = await read(filesSize(db, schoolId))
    return { used: size?.used ?? 0, quota: filesQuota(call.services.config, school) }
  },
})

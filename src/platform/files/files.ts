import { t } from '#shared/texts.ts'
import type { FilePurpose, UploadPurpose } from '#shared/uploads.ts'
import type { Call } from '../command.ts'
import type { Tx } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'
import { signedReadUrl } from './signedUrls.ts'
import { storageKey, openStorage } from './storage.ts'

/**
 * Returns a URL at which a file can be read for a short time; null for no file. Give it only to viewers who may see the
 * file's record, because whoever has the URL can read the file.
 */
export function fileUrl(call: Call, schoolId: number, fileId: string | null, purpose: FilePurpose): string | null {
  return fileId === null ? null : signedReadUrl(call.services.config.secretKey, schoolId, fileId, purpose)
}

/** Returns a stored picture as a data: URL, for a document that may not fetch; null when there is none. */
export async function pictureDataUrl(call: Call, schoolId: number, fileId: string | null): Promise<string | null> {
  if (fileId === null) return null
  const [[file]] = await call.database.read(schoolId, [
    call.database.kysely
      .selectFrom('files')
      .select('contentType')
      .where('schoolId', '=', schoolId)
      .where('id', '=', fileId)
      .where('stored', '=', true)
      .where('contentType', 'like', 'image/%'),
  ] as const)
  const disk = await openStorage(call.services.config)
  const key = storageKey(schoolId, fileId)
  if (!file || !(await disk.exists(key))) return null
  return `data:${file.contentType};base64,${Buffer.from(await disk.getBytes(key)).toString('base64')}`
}

/** The message for an upload that was deleted, or never arrived. */
export const uploadGone = () => t`This upload is not there any more. Please choose the file again.`

/**
 * Attaches an uploaded file to the record being written. A file belongs to one record at most, so removing it there
 * affects no other.
 *
 * @param path the input's field for the problem
 * @throws Refusal BAD_INPUT when the school has no such unattached file, or it was uploaded for another purpose or by
 * another person, or its bytes are being written
 */
export async function attachFile(
  { db, call, schoolId }: { db: Tx; call: Call; schoolId: number },
  fileId: string,
  purpose: UploadPurpose,
  path: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ attached: true })
    .where('schoolId', '=', schoolId)
    .where('id', '=', fileId)
    .where('purpose', '=', purpose)
    .where('attached', '=', false)
    .where('stored', '=', true)
    .where('createdBy', '=', call.viewer?.subject ?? null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const message = uploadGone()
  throw new Refusal('BAD_INPUT', message, [{ path, message }])
}

/**
 * Removes a file from its record. It cannot be read after the commit.
 *
 * @returns a callback for the command's `afterCommit` that deletes the bytes; a failure is ignored, because nothing can
 * reach them
 */
export async function removeFile(db: Tx, call: Call, schoolId: number, fileId: string): Promise<() => Promise<void>> {
  await db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', '=', fileId).execute()
  return () => deleteFileBytes(call.services.config, schoolId, fileId)
}

/** Deletes the bytes of a file; ignores a failure. */
export async function deleteFileBytes(config: Call['services']['config'], schoolId: number, fileId: string): Promise<void> {
  try {
    const disk = await openStorage(config)
    await disk.delete(storageKey(schoolId, fileId))
  } catch {
    // The row is gone, so no address leads to the bytes.
  }
}

/**
 * Replaces one file with another (null for none) while a record is written. The same file twice changes nothing.
 *
 * @returns a callback for the command's `afterCommit` that deletes the old bytes
 * @throws Refusal as {@link attachFile}
 */
export async function replaceFile(
  running: { db: Tx; call: Call; schoolId: number },
  change: { from: string | null; to: string | null; purpose: UploadPurpose; path: string },
): Promise<() => Promise<void>> {
  const { from, to, purpose, path } = change
  if (from === to) return async () => {}
  if (to !== null) await attachFile(running, to, purpose, path)
  return from === null ? async () => {} : removeFile(running.db, running.call, running.schoolId, from)
}

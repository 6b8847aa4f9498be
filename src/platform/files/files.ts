import type { FilePurpose, UploadPurpose } from '#shared/uploads.ts'
import type { Call } from '../command.ts'
import type { Tx } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'
import { readAddress } from './addresses.ts'
import { storageKey, storageOf } from './storage.ts'

/**
 * The address a file can be read at for a short while, or null for no file. Give it only to a viewer who may see the record
 * the file belongs to: whoever holds the address reads the file.
 */
export function fileUrl(call: Call, schoolId: number, fileId: string | null, purpose: FilePurpose): string | null {
  return fileId === null ? null : readAddress(call.services.config.secretKey, schoolId, fileId, purpose)
}

/** A stored picture as a data: address, for a document that may fetch nothing; null for none, and for one that is not there. */
export async function pictureData(call: Call, schoolId: number, fileId: string | null): Promise<string | null> {
  if (fileId === null) return null
  const [[file]] = await call.database.read(schoolId, [
    call.database.kysely
      .selectFrom('files')
      .select('contentType')
      .where('schoolId', '=', schoolId)
      .where('id', '=', fileId)
      .where('contentType', 'like', 'image/%'),
  ] as const)
  const disk = await storageOf(call.services.config)
  const key = storageKey(schoolId, fileId)
  if (!file || !(await disk.exists(key))) return null
  return `data:${file.contentType};base64,${Buffer.from(await disk.getBytes(key)).toString('base64')}`
}

/**
 * Gives an uploaded file to the record that is being written. A file belongs to one record at most, so that removing it there
 * takes it from nobody else.
 * @param path the input's field, for the problem
 * @throws Refusal BAD_INPUT when the school has no such file that is still free, or it was uploaded for something else or by somebody else
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
    .where('createdBy', '=', call.viewer?.subject ?? null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return
  const message = 'This upload is not there any more. Please choose the file again.'
  throw new Refusal('BAD_INPUT', message, [{ path, message }])
}

/**
 * Takes a file from its record: from the commit on it cannot be read.
 * @returns what removes its bytes, for the command's `after`; a failure to do so is ignored, because nobody can reach them
 */
export async function removeFile(db: Tx, call: Call, schoolId: number, fileId: string): Promise<() => Promise<void>> {
  await db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', '=', fileId).execute()
  return () => removeBytes(call.services.config, schoolId, fileId)
}

/** Removes what is stored of a file; a failure is ignored. */
export async function removeBytes(config: Call['services']['config'], schoolId: number, fileId: string): Promise<void> {
  try {
    const disk = await storageOf(config)
    await disk.delete(storageKey(schoolId, fileId))
  } catch {
    // The row is gone, so no address leads to the bytes.
  }
}

/**
 * Puts one file in the place of another (null for none) while a record is written; the same file twice is no change.
 * @returns what removes the old one's bytes, for the command's `after`
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

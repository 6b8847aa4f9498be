import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { CertificateFormats } from '#platform/database/schema.types.ts'

/** A format as it is read: its layout as JSON, because camel case is not for the names in it. */
export type FormatRow = Omit<Selectable<CertificateFormats>, 'format' | 'fields' | 'createdAt' | 'deletedAt'> & {
  format: string
  fields: { name: string; sr: number }[]
}

/** A school's formats that are not deleted, by name. */
export function formatRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('certificateFormats')
    .select(['schoolId', 'id', 'name', 'version', 'usual', 'changedAt', 'changedByName'])
    .select([
      sql<string>`certificate_formats.format::text`.as('format'),
      sql<{ name: string; sr: number }[]>`certificate_formats.fields`.as('fields'),
    ])
    .where('schoolId', '=', schoolId)
    .where('deletedAt', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
}

/** One format, held so that it does not change before the transaction has ended. */
export function lockFormat(db: Tx, schoolId: number, id: number): Promise<FormatRow | undefined> {
  return formatRows(db, schoolId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whether a certificate was issued with a format, or with a picture of it. */
export async function isOnCertificates(db: Tx, schoolId: number, formatId: number, fileId = ''): Promise<boolean> {
  const found = await db
    .selectFrom('certificates')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('formatId', '=', formatId)
    // '' stands everywhere.
    .where(sql<boolean>`position(${fileId} in format::text) > 0`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Bytes of stored pictures, by their file. */
export async function pictureBytes(db: Tx, schoolId: number, fileIds: readonly string[]): Promise<Map<string, number>> {
  if (fileIds.length === 0) return new Map()
  const files = await db
    .selectFrom('files')
    .select(['id', 'size'])
    .where('schoolId', '=', schoolId)
    .where('id', 'in', fileIds)
    .execute()
  return new Map(files.map(({ id, size }) => [id, size]))
}

/** Marks one format as the usual one of its school, or takes the mark off it. The rows must be locked. */
export async function markUsual(db: Tx, schoolId: number, id: number, usual: boolean): Promise<void> {
  const formats = () => db.updateTable('certificateFormats').where('schoolId', '=', schoolId)
  // The old mark goes first: the unique index looks at each row by itself.
  if (usual) await formats().set({ usual: false }).where('usual', '=', true).where('id', '<>', id).execute()
  await formats().set({ usual }).where('id', '=', id).execute()
}

import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { CertificateFormats } from '#platform/database/schema.types.ts'

/** A format with its layout as JSON text, because camel-casing must not change the keys inside. */
export type FormatRow = Omit<Selectable<CertificateFormats>, 'format' | 'fields' | 'createdAt' | 'deletedAt'> & {
  format: string
  fields: { name: string; sr: number }[]
}

/** Selects a school's formats by name, without deleted ones. */
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

/** Locks a format until the transaction ends and returns it. */
export function lockFormat(db: Tx, schoolId: number, id: number): Promise<FormatRow | undefined> {
  return formatRows(db, schoolId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Tells whether a certificate was issued with a format, or with one of its pictures. */
export async function isOnCertificates(db: Tx, schoolId: number, formatId: number, fileId = ''): Promise<boolean> {
  const certificate = await db
    .selectFrom('certificates')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('formatId', '=', formatId)
    // '' is found in every text.
    .where(sql<boolean>`position(${fileId} in format::text) > 0`)
    .limit(1)
    .executeTakeFirst()
  return certificate !== undefined
}

/** Returns the sizes of stored pictures in bytes, by file id. */
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

/** Sets or clears a school's usual format. The caller must hold the lock on all its formats. */
export async function markUsual(db: Tx, schoolId: number, id: number, usual: boolean): Promise<void> {
  const formats = () => db.updateTable('certificateFormats').where('schoolId', '=', schoolId)
  // The old mark is cleared first, because the unique index checks every row.
  if (usual) await formats().set({ usual: false }).where('usual', '=', true).where('id', '<>', id).execute()
  await formats().set({ usual }).where('id', '=', id).execute()
}

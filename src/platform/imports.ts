import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { counted } from '#shared/counted.ts'
import { id } from '#shared/inputs.ts'
import type { Role } from '#shared/roles.ts'
import { type Action, action } from './action.ts'
import type { Running } from './command.ts'
import type { Tx } from './database/connect.ts'
import type { Imports } from './database/schema.types.ts'
import { Refusal } from './refusal.ts'

// An import can be taken back by whoever made it, once, within a day, while nothing stands on what it has added. Each domain
// says what may stand on its rows, and removes them.

export type ImportKind = 'teachers' | 'sections' | 'students'
export type ImportRow = Selectable<Imports>

/** What an import answers: how many rows were added, and the id by which it can be undone. */
export interface Imported {
  id: number
  count: number
}

const hours = 24

/** What a statement of an import may take, of whatever a file can hold: 50,000 rows. */
export const importMs = 5 * 60_000

export const undoWords = {
  notYours: 'Only the person who imported this, or a super administrator, can undo it.',
  twice: 'This import was undone already.',
  late: `An import can be undone for ${hours} hours. Delete what is not wanted one by one.`,
}

export const importId = z.object({ id })

/** Who may undo an import: of the roles that may import, the person who did, and a SUPERADMIN. */
export function undoAction(name: string, roles: readonly Role[]): Action<ImportRow> {
  return action<ImportRow>(name, {
    roles,
    rule: ({ viewer, row }) => (viewer.role === 'SUPERADMIN' || viewer.subject === row.createdBy ? null : undoWords.notYours),
  })
}

/** Remembers what an import has added; answers its id. `classIds`: classes that were created for the sections of a file. */
export async function recordImport(
  { db, viewer, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'viewer' | 'schoolId'>,
  kind: ImportKind,
  rowIds: readonly number[],
  classIds: readonly number[] = [],
): Promise<number> {
  const stored = await db
    .insertInto('imports')
    .values({ schoolId, kind, rowIds: [...rowIds], classIds: [...classIds], createdBy: viewer.subject })
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}

/** The import that has added these rows, for a request that comes again; `rowIds` are never added by two. */
export function importOf({ db, schoolId }: { db: Tx; schoolId: number }, kind: ImportKind, rowIds: readonly number[]) {
  return db
    .selectFrom('imports')
    .select(['id', 'rowIds', 'classIds'])
    .where('schoolId', '=', schoolId)
    .where('kind', '=', kind)
    .where(sql<boolean>`row_ids @> ${rowIds.slice(0, 1)}::bigint[]`)
    .executeTakeFirstOrThrow()
}

/** Loads an import of this kind for a command, locked, so that it is undone once. */
export function lockImport(kind: ImportKind) {
  return ({ db, schoolId, input }: { db: Tx; schoolId: number; input: z.output<typeof importId> }) =>
    db
      .selectFrom('imports')
      .selectAll()
      .where('schoolId', '=', schoolId)
      .where('id', '=', input.id)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
}

/**
 * Marks a locked import as undone.
 * @throws Refusal CONFLICT when it was undone before, or is older than a day
 */
export async function markUndone(db: Tx, { schoolId, id: importedId, undoneAt, createdAt }: ImportRow): Promise<void> {
  if (undoneAt) throw new Refusal('CONFLICT', undoWords.twice)
  if (Date.now() - createdAt.getTime() > hours * 3_600_000) throw new Refusal('CONFLICT', undoWords.late)
  await db
    .updateTable('imports')
    .set({ undoneAt: new Date() })
    .where('schoolId', '=', schoolId)
    .where('id', '=', importedId)
    .execute()
}

/**
 * How many of the import's rows were changed by these actions since. The audit log has every change, written together with
 * it; the rows must be locked before, so that no change is under way.
 */
export async function changedSince(db: Tx, imported: ImportRow, actions: readonly string[]): Promise<number> {
  const found = await db
    .selectFrom('auditLog')
    .select('rowIds')
    .where('schoolId', '=', imported.schoolId)
    .where('at', '>=', imported.createdAt)
    .where('action', 'in', actions)
    .where(sql<boolean>`row_ids && ${imported.rowIds}::bigint[]`)
    .execute()
  const changed = new Set(found.flatMap((audit) => audit.rowIds))
  return imported.rowIds.filter((row) => changed.has(row)).length
}

/** How many of something stand on imported rows, with the words for one and for several. */
export type Standing = readonly [count: number, one: string, many: string]

/**
 * Refuses to take back rows on which something stands.
 * @param rows what was imported, such as `teachers`
 * @throws Refusal CONFLICT: "This import cannot be undone any more: these sections have 3 students and 1 subject."
 */
export function mustStandAlone(rows: ImportKind, standing: readonly Standing[]): void {
  const parts = standing.flatMap(([count, one, many]) => (count === 0 ? [] : [counted(count, one, many)]))
  if (parts.length === 0) return
  const list = new Intl.ListFormat('en-IN').format(parts)
  throw new Refusal('CONFLICT', `This import cannot be undone any more: these ${rows} have ${list}.`)
}

import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { id } from '#shared/inputs.ts'
import type { Role } from '#shared/roles.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'
import { type Action, action } from './action.ts'
import type { CommandContext } from './command.ts'
import type { Tx } from './database/connect.ts'
import type { Imports } from './database/schema.types.ts'
import { Refusal } from './refusal.ts'

// Whoever made an import can undo it once, within a day, as long as no other record depends on the rows it added. Each
// domain counts the dependents of its rows and deletes them. An import's kind is the plural noun of its rows, such as
// `teachers`.

export type ImportRow = Selectable<Imports>

/** Result of an import: the number of added rows, and the import's id for undoing it. */
export interface Imported {
  id: number
  count: number
}

/** Kinds of imports that can be undone: what their rows are. */
export type ImportKind = 'sections' | 'students' | 'teachers' | 'openingDues' | 'photos'

export const undoHours = 24

/** Statement timeout of an import in milliseconds, for files of up to 50,000 rows. */
export const importTimeoutMs = 5 * 60_000

export const undoMessages = saidWhenRead({
  notYours: () => t`Only the person who imported this, or a super administrator, can undo it.`,
  twice: () => t`This import was undone already.`,
  late: () => t`An import can be undone for ${undoHours} hours. Delete what is not wanted one by one.`,
})

export const importIdInput = z.object({ id })

/**
 * Returns the action of undoing an import: allowed to its creator, if the role may import, and to a SUPERADMIN.
 * @param also the module, and who else is refused
 */
export function undoAction(
  name: string,
  roles: readonly Role[],
  also: Pick<Parameters<typeof action<ImportRow>>[1], 'flag' | 'general'> = {},
): Action<ImportRow> {
  return action<ImportRow>(name, {
    roles,
    ...also,
    rule: ({ viewer, row }) => (viewer.role === 'SUPERADMIN' || viewer.subject === row.createdBy ? null : undoMessages.notYours),
  })
}

/**
 * Stores which rows an import added.
 * @param classIds classes that a sections import created for its sections
 * @returns the import's id
 */
export async function recordImport(
  { db, viewer, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'viewer' | 'schoolId'>,
  kind: string,
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

/** Returns the import that added these rows, for a request that is repeated. A row is added by at most one import. */
export function importWithRows({ db, schoolId }: { db: Tx; schoolId: number }, kind: string, rowIds: readonly number[]) {
  return db
    .selectFrom('imports')
    .select(['id', 'rowIds', 'classIds'])
    .where('schoolId', '=', schoolId)
    .where('kind', '=', kind)
    .where(sql<boolean>`row_ids @> ${rowIds.slice(0, 1)}::bigint[]`)
    .executeTakeFirstOrThrow()
}

/** Returns the `load` of an undo command: it locks the import, so that it is undone at most once. */
export function lockImport(kind: string) {
  return ({ db, schoolId, input }: { db: Tx; schoolId: number; input: z.output<typeof importIdInput> }) =>
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
export async function markUndone(db: Tx, { schoolId, id: importId, undoneAt, createdAt }: ImportRow): Promise<void> {
  if (undoneAt) throw new Refusal('CONFLICT', undoMessages.twice)
  if (Date.now() - createdAt.getTime() > undoHours * 3_600_000) throw new Refusal('CONFLICT', undoMessages.late)
  await db
    .updateTable('imports')
    .set({ undoneAt: new Date() })
    .where('schoolId', '=', schoolId)
    .where('id', '=', importId)
    .execute()
}

/**
 * Counts the import's rows that these actions have changed since, by the audit log. Lock the rows first, so that no
 * change is in progress.
 */
export async function countChangedSince(db: Tx, importRow: ImportRow, actions: readonly string[]): Promise<number> {
  const audits = await db
    .selectFrom('auditLog')
    .select('rowIds')
    .where('schoolId', '=', importRow.schoolId)
    .where('at', '>=', importRow.createdAt)
    .where('action', 'in', actions)
    .where(sql<boolean>`row_ids && ${importRow.rowIds}::bigint[]`)
    .execute()
  const changed = new Set(audits.flatMap((audit) => audit.rowIds))
  return importRow.rowIds.filter((row) => changed.has(row)).length
}

/** Number of records that depend on imported rows, and what that number says: `3 students`. */
export type DependentCount = readonly [count: number, text: string]

/**
 * Refuses to undo an import while records depend on its rows.
 * @throws Refusal CONFLICT: "This import cannot be undone any more: these sections have 3 students and 1 subject."
 */
export function refuseWithDependents(kind: ImportKind, dependents: readonly DependentCount[]): void {
  const parts = dependents.flatMap(([count, text]) => (count === 0 ? [] : [text]))
  if (parts.length > 0) throw new Refusal('CONFLICT', dependentsMessage(kind, joinWithAnd(parts)))
}

function dependentsMessage(kind: ImportKind, list: string): string {
  switch (kind) {
    case 'sections':
      return t`This import cannot be undone any more: these sections have ${list}.`
    case 'openingDues':
      return t`This import cannot be undone any more: these dues have ${list}.`
    case 'photos':
      return t`This import cannot be undone any more: ${list}.`
    case 'students':
      return t`This import cannot be undone any more: these students have ${list}.`
    case 'teachers':
      return t`This import cannot be undone any more: these teachers have ${list}.`
  }
}

import { sql } from 'kysely'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { command, query } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { clearReferences } from '#platform/database/citus/clearReferences.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { promotionOfId } from '../promotion.schema.ts'
import { promotionActions } from './promotion.permissions.ts'
import { lockPromotion, type Promotion, selectPromotions, type WrittenTable } from './promotion.sql.ts'
import { rowsOf } from './sectionPart.ts'
import { type ReversalBlocker, reversalBlockers } from './reversalBlockers.ts'

/** The preview of a reversal, with its blockers. */
export interface Reversal {
  /** Numbers of rows that would be deleted, by table. */
  removes: readonly { table: string; count: number }[]
  /** Number of teachers that would be restored to sections of the previous term. */
  restores: number
  blocks: readonly Block[]
}

/** Previews the reversal of a batch. */
export const previewReversal = query({
  action: promotionActions.previewReversal,
  input: promotionOfId,
  run: async ({ db, read, call, schoolId, input }): Promise<Reversal> => {
    const [[batch], written] = await read(
      selectPromotions(db, schoolId).where('promotions.id', '=', input.id),
      db
        .selectFrom('promotionRows')
        .select(['change', 'tableName', sql<number>`sum(cardinality(ids))::int`.as('count')])
        .where('schoolId', '=', schoolId)
        .where('promotionId', '=', input.id)
        .groupBy(['change', 'tableName'])
        .orderBy('tableName'),
    )
    if (!batch) throw notFound()
    const standing = await call.database.transaction(schoolId, (tx) => reversalBlockers(tx, batch))
    return {
      removes: written.filter((row) => row.change === 'ADDED').map(({ tableName, count }) => ({ table: tableName, count })),
      restores: written.filter((row) => row.change === 'CLEARED').reduce((sum, row) => sum + row.count, 0),
      blocks: blocksByPart(batch, standing),
    }
  },
})

/**
 * Reverses a batch: deletes exactly the rows that it added and restores the teachers that it cleared, all or nothing.
 * CONFLICT, with a problem per section, when other records refer to the rows.
 */
export const reversePromotion = command({
  action: promotionActions.reverse,
  input: promotionOfId,
  load: ({ db, schoolId, input }) => lockPromotion(db, schoolId, input.id),
  run: async ({ db, viewer, schoolId, row }) => {
    await lockWrittenRows(db, row)
    const blocks = blocksByPart(row, await reversalBlockers(db, row))
    const [first] = blocks
    if (first)
      throw new Refusal(
        'CONFLICT',
        irreversibleMessage(first, blocks.length > 1),
        blocks.map((block) => ({ path: '', message: blockText(block) })),
      )
    await (row.kind === 'STUDENTS' ? reverseStudents(db, row) : reverseSections(db, row))
    await db
      .updateTable('promotions')
      .set({ state: 'REVERSED', reversedAt: sql<Date>`now()`, reversedByName: viewer.name })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    await db
      .updateTable('promotionSections')
      .set({ state: 'REVERSED' })
      .where('schoolId', '=', schoolId)
      .where('promotionId', '=', row.id)
      .where('state', '=', 'DONE')
      .execute()
    const result = await lockPromotion(db, schoolId, row.id)
    if (!result) throw notFound()
    return { result, ids: [row.id], fields: ['state'] }
  },
})

interface Block {
  title: string
  standing: readonly string[]
}

function blockText({ title, standing }: Block): string {
  return t`${title} has ${joinWithAnd(standing)}`
}

function irreversibleMessage({ title, standing }: Block, hasOthers: boolean): string {
  const list = joinWithAnd(standing)
  return hasOthers
    ? t`This cannot be reversed any more: ${title} has ${list}, and others.`
    : t`This cannot be reversed any more: ${title} has ${list}.`
}

function blocksByPart({ parts }: Promotion, standing: readonly ReversalBlocker[]) {
  const blockersByPart = Map.groupBy(standing, (blocker) => blocker.partId)
  return parts.flatMap(({ id, title, targetTitle }) => {
    const texts = (blockersByPart.get(id) ?? []).map((blocker) => blocker.text)
    return texts.length === 0 ? [] : [{ title: targetTitle || title, standing: texts }]
  })
}

/** Returns a subselect of the ids that a batch added to a table, or of the other ids of a link table. */
const addedTo = ({ schoolId, id }: Promotion, table: WrittenTable, column: 'ids' | 'other_ids' = 'ids') =>
  sql`(select unnest(${sql.ref(column)}) from promotion_rows
    where school_id = ${schoolId} and promotion_id = ${id} and change = 'ADDED' and table_name = ${table})`

/**
 * Locks the rows of a batch. A concurrent transaction that adds a reference either waits and then fails, or commits
 * first and its reference blocks the reversal.
 */
async function lockWrittenRows(db: Tx, batch: Promotion): Promise<void> {
  if (batch.kind === 'STUDENTS') await lockStudentRows(db, batch)
  else
    for (const table of ['classes', 'sections', 'subjects', 'books', 'fee_categories', 'fees'] as const)
      await sql`select from ${sql.table(table)} where school_id = ${batch.schoolId} and id in ${addedTo(batch, table)}
        order by id for update`.execute(db)
}

/**
 * Locks enrolments, and the rows that other transactions lock instead of an enrolment: the student when a certificate
 * is issued, the section when a register is taken, and the registers when a mark is added. Uses the same order as
 * these, so that they cannot deadlock.
 */
async function lockStudentRows(db: Tx, batch: Promotion): Promise<void> {
  const { schoolId, id } = batch
  const targets = sql`(select target_section_id from promotion_sections where school_id = ${schoolId} and promotion_id = ${id})`
  await sql`select from students where school_id = ${schoolId} and id in ${addedTo(batch, 'enrolments', 'other_ids')}
    order by id for no key update`.execute(db)
  await sql`select from enrolments where school_id = ${schoolId} and id in ${addedTo(batch, 'enrolments')}
    order by student_id for update`.execute(db)
  await sql`select from sections where school_id = ${schoolId} and id in ${targets} order by id for update`.execute(db)
  await sql`select from registers where school_id = ${schoolId} and section_id in ${targets} order by id for update`.execute(db)
}

async function reverseStudents(db: Tx, batch: Promotion): Promise<void> {
  await removeLinks(db, batch, 'student_fee_categories', 'fee_category_id', 'student_id')
  await removeLinks(db, batch, 'fee_category_exceptions', 'fee_category_id', 'student_id')
  await removeRows(db, batch, 'enrolments')
}

async function reverseSections(db: Tx, batch: Promotion): Promise<void> {
  await removeLinks(db, batch, 'book_teachers', 'book_id', 'user_id')
  await removeRows(db, batch, 'books')
  await removeLinks(db, batch, 'subject_teachers', 'subject_id', 'user_id')
  await removeRows(db, batch, 'subject_slots')
  await removeRows(db, batch, 'subjects')
  await removeLinks(db, batch, 'section_teachers', 'section_id', 'user_id')
  const sections = await rowsOf<{ id: number }>(
    db,
    sql`select id from sections where school_id = ${batch.schoolId} and id in ${addedTo(batch, 'sections')}`,
  )
  await clearReferences(
    db,
    batch.schoolId,
    'sections',
    sections.map((row) => row.id),
  )
  await removeRows(db, batch, 'sections')
  await removeLinks(db, batch, 'class_admins', 'class_id', 'user_id')
  await removeLinks(db, batch, 'fee_category_classes', 'fee_category_id', 'class_id')
  await removeRows(db, batch, 'classes')
  await sql`select take_back_carried_fees(${batch.schoolId}::bigint, ${batch.id}::bigint)`.execute(db)
  await sql`insert into section_teachers (school_id, section_id, user_id)
    select sections.school_id, sections.id, users.id from promotion_rows r
    cross join unnest(r.ids, r.other_ids) cleared (section_id, user_id)
    join sections on sections.school_id = current_school() and sections.id = cleared.section_id
    join users on users.school_id = current_school() and users.id = cleared.user_id
    where r.school_id = ${batch.schoolId} and r.promotion_id = ${batch.id} and r.change = 'CLEARED' and r.table_name = 'section_teachers'
    on conflict do nothing`.execute(db)
}

async function removeRows(db: Tx, batch: Promotion, table: WrittenTable): Promise<void> {
  await sql`delete from ${sql.table(table)} where school_id = ${batch.schoolId} and id in ${addedTo(batch, table)}`.execute(db)
}

async function removeLinks(db: Tx, batch: Promotion, table: WrittenTable, column: string, otherColumn: string): Promise<void> {
  await sql`delete from ${sql.table(table)} t using (select unnest(ids) as id, unnest(other_ids) as other_id from promotion_rows
      where school_id = ${batch.schoolId} and promotion_id = ${batch.id} and change = 'ADDED' and table_name = ${table}) added
    where t.school_id = ${batch.schoolId} and t.${sql.ref(column)} = added.id and t.${sql.ref(otherColumn)} = added.other_id`.execute(
    db,
  )
}

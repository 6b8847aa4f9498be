import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { byNumber, blockerText } from '../promotion.rules.ts'
import type { Promotion } from './promotion.sql.ts'

// Blockers are not listed table by table. Every table with a column for a student and term, a section, class, subject,
// book, fee category or fee is checked, including tables that later migrations add.

/** Records that refer to rows of a part, so that it cannot be reversed. */
export interface ReversalBlocker {
  partId: number
  /** Such as "3 marks". */
  text: string
}

/** Tables of the batch itself and the audit log, which do not block. */
const uncheckedTables = ['promotions', 'promotion_sections', 'promotion_rows', 'audit_log']

/** The columns that refer to rows of a batch, with their tables. */
const referencedTables = {
  class_id: 'classes',
  section_id: 'sections',
  subject_id: 'subjects',
  book_id: 'books',
  fee_category_id: 'fee_categories',
  fee_id: 'fees',
} as const

/** The two id columns of link tables, as `promotion_rows` stores them. */
const links: Readonly<Record<string, readonly [string, string]>> = {
  class_admins: ['class_id', 'user_id'],
  section_teachers: ['section_id', 'user_id'],
  subject_teachers: ['subject_id', 'user_id'],
  book_teachers: ['book_id', 'user_id'],
  student_fee_categories: ['fee_category_id', 'student_id'],
  fee_category_classes: ['fee_category_id', 'class_id'],
  fee_category_exceptions: ['fee_category_id', 'student_id'],
}

interface Table {
  name: string
  columns: readonly string[]
}

interface Count {
  partId: number
  blocker: string
  count: number
}

/**
 * Returns the blockers of a reversal in the order of the parts; empty when the batch can be reversed. Call it with the
 * rows locked.
 */
export async function reversalBlockers(db: Db | Tx, batch: Promotion): Promise<ReversalBlocker[]> {
  const tables = await tenantTables(db)
  const counts = batch.kind === 'STUDENTS' ? studentBlockers(batch, tables) : sectionBlockers(batch, tables)
  const { rows } = await sql<Count>`
    select part_id, blocker, sum(count)::int as count from (${sql.join(counts, sql` union all `)}) counts
    where count > 0 group by part_id, blocker order by part_id, blocker`.execute(db)
  return rows.map(({ partId, blocker, count }) => ({ partId, text: blockerText(blocker, count) }))
}

async function tenantTables(db: Db | Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname having bool_or(a.attname = 'school_id')`.execute(db)
  return rows.filter((table) => !uncheckedTables.includes(table.name)).sort((a, b) => byNumber(a.name, b.name))
}

/** Returns the rows that a batch added to a table, with `part_id`, `id`, `other_id` and `words`. */
function added({ schoolId, id }: Promotion, table: string): RawBuilder<unknown> {
  return sql`(select r.part_id, entry.id, entry.other_id, entry.words from promotion_rows r
    cross join unnest(r.ids, r.other_ids, r.texts) entry (id, other_id, words)
    where r.school_id = ${schoolId} and r.promotion_id = ${id} and r.change = 'ADDED' and r.table_name = ${table}) added`
}

/** Returns a condition that a row was written by the batch itself. */
function isOwnRow(batch: Promotion, { name, columns }: Table): RawBuilder<unknown> {
  const link = links[name]
  if (link)
    return sql`(t.${sql.ref(link[0])}, t.${sql.ref(link[1])}) in (select added.id, added.other_id from ${added(batch, name)})`
  return columns.includes('id') && name in writtenWithId ? sql`t.id in (select added.id from ${added(batch, name)})` : sql`false`
}

const writtenWithId: Readonly<Record<string, true>> = {
  classes: true,
  sections: true,
  subjects: true,
  books: true,
  subject_slots: true,
  fee_categories: true,
  fees: true,
}

function sectionBlockers(batch: Promotion, tables: readonly Table[]): RawBuilder<unknown>[] {
  return tables.flatMap((table) =>
    Object.entries(referencedTables)
      .filter(([column]) => table.columns.includes(column))
      .map(
        ([column, referenced]) => sql`
          select added.part_id, ${table.name} as blocker, count(*) as count from ${added(batch, referenced)}
          join ${sql.table(table.name)} t on t.school_id = ${batch.schoolId} and t.${sql.ref(column)} = added.id
          where not ${isOwnRow(batch, table)} group by added.part_id`,
      ),
  )
}

/** Tables that follow the enrolments: whether a student has moved is asked of these themselves. */
const goneWithEnrolments = new Set(['enrolments', 'former_places'])

function studentBlockers(batch: Promotion, tables: readonly Table[]): RawBuilder<unknown>[] {
  const { schoolId, id, toTermId } = batch
  const students = added(batch, 'enrolments')
  const checked = tables.filter(({ name, columns }) => columns.includes('student_id') && !goneWithEnrolments.has(name))
  return [
    ...checked
      .filter(({ columns }) => columns.includes('term_id'))
      .map(
        (table) => sql`
          select added.part_id, ${table.name} as blocker, count(*) as count from ${students}
          join ${sql.table(table.name)} t on t.school_id = ${schoolId} and t.term_id = ${toTermId} and t.student_id = added.other_id
          where not ${isOwnRow(batch, table)} group by added.part_id`,
      ),
    ...checked
      .filter(({ columns }) => columns.includes('register_id') && !columns.includes('term_id'))
      .map(
        (table) => sql`
          select added.part_id, ${table.name} as blocker, count(*) as count from ${students}
          join ${sql.table(table.name)} t on t.school_id = ${schoolId} and t.student_id = added.other_id
          join registers on registers.school_id = current_school() and registers.id = t.register_id and registers.term_id = ${toTermId}
          group by added.part_id`,
      ),
    // An open online order would find no enrolment when its payment arrives. A settled order has payments.
    sql`
      select added.part_id, 'online' as blocker, count(distinct orders.id) as count from ${students}
      join online_order_lines line on line.school_id = ${schoolId} and line.student_id = added.other_id
      join online_orders orders on orders.school_id = current_school() and orders.id = line.order_id
      where orders.term_id = ${toTermId} and orders.state = 'CREATED'
      group by added.part_id`,
    sql`
      select added.part_id, 'moved' as blocker, count(*) as count from ${students}
      join enrolments t on t.school_id = ${schoolId} and t.id = added.id
      join promotion_sections part on part.school_id = current_school() and part.id = added.part_id
      where t.roll <> added.words or t.section_id <> part.target_section_id group by added.part_id`,
    sql`
      select added.part_id, 'later' as blocker, count(distinct added.other_id) as count from ${students}
      join (
        select unnest(r.other_ids) as student_id from promotions later
        join promotion_rows r on r.school_id = current_school() and r.promotion_id = later.id
        where later.school_id = ${schoolId} and later.from_term_id = ${toTermId} and later.state <> 'REVERSED' and later.id <> ${id}
          and r.change = 'ADDED' and r.table_name = 'enrolments'
      ) moved on moved.student_id = added.other_id
      group by added.part_id`,
  ]
}

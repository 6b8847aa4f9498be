import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { byNumber, standingWords } from '../promotion.rules.ts'
import type { Promotion } from './promotion.sql.ts'

// What stands on a batch is not listed table by table: every table that names a student of a term, a section, a class, a subject,
// a book, a fee category or a fee by its column is asked, also one that a later migration adds.

/** What stands on one part of a batch, so that it cannot be taken back. */
export interface ReversalBlocker {
  partId: number
  /** Such as "3 marks". */
  words: string
}

/** What a batch has written: these rows stand on nothing but themselves. */
const notAsked = ['promotions', 'promotion_sections', 'promotion_rows', 'audit_log']

/** By which column the rows of a table name a row that a batch has added to another. */
const namedBy = {
  class_id: 'classes',
  section_id: 'sections',
  subject_id: 'subjects',
  book_id: 'books',
  fee_category_id: 'fee_categories',
  fee_id: 'fees',
} as const

/** Of a table that links two rows, the columns that a batch keeps its rows by. */
const links: Readonly<Record<string, readonly [string, string]>> = {
  class_admins: ['class_id', 'user_id'],
  section_teachers: ['section_id', 'user_id'],
  subject_teachers: ['subject_id', 'user_id'],
  book_teachers: ['book_id', 'user_id'],
  student_fee_categories: ['fee_category_id', 'student_id'],
}

interface Table {
  name: string
  columns: readonly string[]
}

interface Count {
  partId: number
  what: string
  count: number
}

/** What stands on a batch, by the order of its parts; empty when it can be taken back. Call it with the rows of the batch held. */
export async function reversalBlockers(db: Db | Tx, batch: Promotion): Promise<ReversalBlocker[]> {
  const tables = await tenantTables(db)
  const counts = batch.kind === 'STUDENTS' ? ofStudents(batch, tables) : ofSections(batch, tables)
  const { rows } = await sql<Count>`
    select part_id, what, sum(count)::int as count from (${sql.join(counts, sql` union all `)}) found
    where count > 0 group by part_id, what order by part_id, what`.execute(db)
  return rows.map(({ partId, what, count }) => ({ partId, words: standingWords(what, count) }))
}

async function tenantTables(db: Db | Tx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname having bool_or(a.attname = 'school_id')`.execute(db)
  return rows.filter((table) => !notAsked.includes(table.name)).sort((one, other) => byNumber(one.name, other.name))
}

/** What a batch has added to a table, one row each: `part_id`, `id`, `other_id` and `words`. */
function added({ schoolId, id }: Promotion, table: string): RawBuilder<unknown> {
  return sql`(select r.part_id, one.id, one.other_id, one.words from promotion_rows r
    cross join unnest(r.ids, r.other_ids, r.texts) one (id, other_id, words)
    where r.school_id = ${schoolId} and r.promotion_id = ${id} and r.change = 'ADDED' and r.table_name = ${table}) added`
}

/** Whether a row of a table is one that the batch has written itself. */
function ours(batch: Promotion, { name, columns }: Table): RawBuilder<unknown> {
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

function ofSections(batch: Promotion, tables: readonly Table[]): RawBuilder<unknown>[] {
  return tables.flatMap((table) =>
    Object.entries(namedBy)
      .filter(([column]) => table.columns.includes(column))
      .map(
        ([column, of]) => sql`
          select added.part_id, ${table.name} as what, count(*) as count from ${added(batch, of)}
          join ${sql.table(table.name)} t on t.school_id = ${batch.schoolId} and t.${sql.ref(column)} = added.id
          where not ${ours(batch, table)} group by added.part_id`,
      ),
  )
}

function ofStudents(batch: Promotion, tables: readonly Table[]): RawBuilder<unknown>[] {
  const { schoolId, id, toTermId } = batch
  const students = added(batch, 'enrolments')
  const asked = tables.filter(({ name, columns }) => columns.includes('student_id') && name !== 'enrolments')
  return [
    ...asked
      .filter(({ columns }) => columns.includes('term_id'))
      .map(
        (table) => sql`
          select added.part_id, ${table.name} as what, count(*) as count from ${students}
          join ${sql.table(table.name)} t on t.school_id = ${schoolId} and t.term_id = ${toTermId} and t.student_id = added.other_id
          where not ${ours(batch, table)} group by added.part_id`,
      ),
    ...asked
      .filter(({ columns }) => columns.includes('register_id') && !columns.includes('term_id'))
      .map(
        (table) => sql`
          select added.part_id, ${table.name} as what, count(*) as count from ${students}
          join ${sql.table(table.name)} t on t.school_id = ${schoolId} and t.student_id = added.other_id
          join registers on registers.school_id = t.school_id and registers.id = t.register_id and registers.term_id = ${toTermId}
          group by added.part_id`,
      ),
    // The money of an order whose payer is at the gateway would find no account. One that is settled has payments.
    sql`
      select added.part_id, 'online' as what, count(distinct orders.id) as count from ${students}
      join online_order_lines line on line.school_id = ${schoolId} and line.student_id = added.other_id
      join online_orders orders on orders.school_id = line.school_id and orders.id = line.order_id
      where orders.term_id = ${toTermId} and orders.state = 'CREATED'
      group by added.part_id`,
    sql`
      select added.part_id, 'moved' as what, count(*) as count from ${students}
      join enrolments t on t.school_id = ${schoolId} and t.id = added.id
      join promotion_sections part on part.school_id = t.school_id and part.id = added.part_id
      where t.roll <> added.words or t.section_id <> part.target_section_id group by added.part_id`,
    sql`
      select added.part_id, 'later' as what, count(distinct added.other_id) as count from ${students}
      join (
        select unnest(r.other_ids) as student_id from promotions later
        join promotion_rows r on r.school_id = later.school_id and r.promotion_id = later.id
        where later.school_id = ${schoolId} and later.from_term_id = ${toTermId} and later.state <> 'REVERSED' and later.id <> ${id}
          and r.change = 'ADDED' and r.table_name = 'enrolments'
      ) moved on moved.student_id = added.other_id
      group by added.part_id`,
  ]
}

import { type RawBuilder, sql } from 'kysely'
import { msg } from '#shared/texts.ts'
import type { z } from 'zod'
import type { Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import type { sectionOptions } from '../promotion.schema.ts'
import type { Part, Written } from './promotion.sql.ts'

/** The result of a part: its count, message and written rows. */
export interface Outcome {
  count: number
  message: string
  written: readonly Written[]
  /** The section that was created or reused. */
  targetSectionId?: number
}

/**
 * Returns the condition that a joined table is of the school of the first one. On a cluster an insert sees the value of
 * the school only in what is compared with it, so the tables are compared with each other too.
 */
export function sameSchool(alias: string, first = 'old'): RawBuilder<boolean> {
  const schoolId = sql.ref(`${alias}.schoolId`)
  return sql<boolean>`${schoolId} = current_school() and ${schoolId} = ${sql.ref(`${first}.schoolId`)}`
}

interface NewTerm {
  schoolId: number
  toTermId: number
  toTermName: string
}

interface Pair {
  id: number
  otherId: number
}

/** Runs a statement and returns its rows. */
export async function rowsOf<Row>(db: Tx, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows
}

const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id)

/** Returns what was written to a link table. */
export const writtenLinks = (table: Written['table'], rows: readonly Pair[]): Written => ({
  table,
  ids: idsOf(rows),
  otherIds: rows.map((row) => row.otherId),
})

/**
 * Copies a section of the previous term to the new one, with its teachers and the chosen options. An existing class or
 * section of the same name is reused: missing rows are added and existing ones stay unchanged.
 */
export async function copySection(
  db: Tx,
  { schoolId, toTermId, toTermName }: NewTerm,
  part: Part,
  options: z.output<typeof sectionOptions>,
): Promise<Outcome> {
  const from = await db
    .selectFrom('sections')
    .select(['id', 'classId'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', part.sectionId ?? 0)
    .forKeyShare()
    .executeTakeFirst()
  if (!from) throw new Refusal('NOT_FOUND', `The section ${part.title} does not exist any more.`)

  const classes = await rowsOf<{ id: number }>(
    db,
    sql`insert into classes (school_id, term_id, name, sms_suffix)
      select school_id, ${toTermId}, ${part.className}, case when ${options.smsNames} then sms_suffix else '' end
      from classes where school_id = ${schoolId} and id = ${from.classId}
      on conflict (school_id, term_id, lower(name)) do nothing returning id`,
  )
  const classId = classes[0]?.id ?? (await classNamed(db, schoolId, toTermId, part.className))
  const isNewClass = classes.length > 0
  const sections = await rowsOf<{ id: number }>(
    db,
    sql`insert into sections (school_id, term_id, class_id, sr, name, notification_time)
      select school_id, ${toTermId}, ${classId}::bigint, sr, ${part.sectionName}, notification_time
      from sections where school_id = ${schoolId} and id = ${from.id}
      on conflict (school_id, class_id, lower(name)) do nothing returning id`,
  )
  const sectionId = sections[0]?.id ?? (await sectionNamed(db, schoolId, classId, part.sectionName))
  const written: Written[] = [
    { table: 'classes', ids: idsOf(classes) },
    { table: 'sections', ids: idsOf(sections) },
    writtenLinks('fee_category_classes', isNewClass ? await copyFeeRules(db, schoolId, toTermId, from.classId, classId) : []),
    writtenLinks('class_admins', await limitAdmins(db, schoolId, from.classId, classId)),
    writtenLinks('section_teachers', await addTeachers(db, schoolId, sectionId, part.teacherIds)),
  ]
  if (options.subjects) written.push(...(await addSubjects(db, schoolId, toTermId, from.id, sectionId)))
  if (options.books) written.push(...(await addBooks(db, schoolId, from.id, sectionId)))
  const made = sections.length > 0
  const message = made
    ? msg`${part.targetTitle} was added to ${toTermName}.`
    : msg`${part.targetTitle} existed already. Missing subjects, books and teachers were added.`
  return { count: sections.length, message, written, targetSectionId: sectionId }
}

async function classNamed(db: Tx, schoolId: number, termId: number, name: string): Promise<number> {
  const [existing] = await rowsOf<{ id: number }>(
    db,
    sql`select id from classes where school_id = ${schoolId} and term_id = ${termId} and lower(name) = lower(${name}) for key share`,
  )
  if (!existing) throw new Refusal('CONFLICT', `The class ${name} was deleted at the same time. Please press Continue.`)
  return existing.id
}

async function sectionNamed(db: Tx, schoolId: number, classId: number, name: string): Promise<number> {
  const [existing] = await rowsOf<{ id: number }>(
    db,
    sql`select id from sections where school_id = ${schoolId} and class_id = ${classId} and lower(name) = lower(${name}) for key share`,
  )
  if (!existing) throw new Refusal('CONFLICT', `The section ${name} was deleted at the same time. Please press Continue.`)
  return existing.id
}

/** Limits the admins of the previous class to the new class too, so that they keep seeing its students. */
function limitAdmins(db: Tx, schoolId: number, fromClassId: number, classId: number): Promise<Pair[]> {
  return rowsOf(
    db,
    sql`insert into class_admins (school_id, class_id, user_id)
      select school_id, ${classId}::bigint, user_id from class_admins where school_id = ${schoolId} and class_id = ${fromClassId}
      on conflict do nothing returning class_id as id, user_id as other_id`,
  )
}

/**
 * Makes the fee categories that promotions have copied to the new term be for the new class, as they were for the
 * previous one. `copyFees` does so for classes that exist before it.
 */
function copyFeeRules(db: Tx, schoolId: number, toTermId: number, fromClassId: number, classId: number): Promise<Pair[]> {
  return rowsOf(
    db,
    sql`insert into fee_category_classes (school_id, term_id, fee_category_id, class_id)
      select new.school_id, new.term_id, new.id, ${classId}::bigint
      from fee_category_classes link
      join fee_categories old on ${sameSchool('old', 'link')} and old.id = link.fee_category_id and old.deleted_at is null
      join fee_categories new on ${sameSchool('new', 'link')} and new.term_id = ${toTermId} and new.deleted_at is null
        and lower(new.name) = lower(old.name)
      where link.school_id = ${schoolId} and link.class_id = ${fromClassId} and new.id in (
        select unnest(r.ids) from promotions batch
        join promotion_rows r on r.school_id = current_school() and r.promotion_id = batch.id and r.change = 'ADDED'
          and r.table_name = 'fee_categories'
        where batch.school_id = ${schoolId} and batch.to_term_id = ${toTermId} and batch.state <> 'REVERSED')
      on conflict do nothing returning fee_category_id as id, class_id as other_id`,
  )
}

function addTeachers(db: Tx, schoolId: number, sectionId: number, teacherIds: readonly number[]): Promise<Pair[]> {
  return rowsOf(
    db,
    sql`insert into section_teachers (school_id, section_id, user_id)
      select school_id, ${sectionId}::bigint, id from users where school_id = ${schoolId} and id = any(${teacherIds}::bigint[])
      on conflict do nothing returning section_id as id, user_id as other_id`,
  )
}

/** Copies missing subjects with their timetables and enabled teachers. */
async function addSubjects(db: Tx, schoolId: number, termId: number, from: number, to: number): Promise<Written[]> {
  const subjects = await rowsOf<{ id: number }>(
    db,
    sql`insert into subjects (school_id, term_id, section_id, sr, name)
      select school_id, ${termId}, ${to}::bigint, sr, name from subjects where school_id = ${schoolId} and section_id = ${from} order by id
      on conflict (school_id, section_id, lower(name)) do nothing returning id`,
  )
  const ids = idsOf(subjects)
  // Old and new subjects are matched by name, ignoring case.
  const both = sql`subjects old join subjects new on ${sameSchool('new')} and lower(new.name) = lower(old.name)
    and new.section_id = ${to} and new.id = any(${ids}::bigint[])`
  const slots = await rowsOf<{ id: number }>(
    db,
    sql`insert into subject_slots (school_id, subject_id, day, starts, ends)
      select ${schoolId}::bigint, new.id, slot.day, slot.starts, slot.ends
      from ${both} join subject_slots slot on ${sameSchool('slot')} and slot.subject_id = old.id
      where old.school_id = ${schoolId} and old.section_id = ${from} order by slot.id
      returning id`,
  )
  const teachers = await rowsOf<Pair>(
    db,
    sql`insert into subject_teachers (school_id, subject_id, user_id)
      select own.school_id, new.id, own.user_id
      from ${both} join subject_teachers own on ${sameSchool('own')} and own.subject_id = old.id
      join users on ${sameSchool('users')} and users.id = own.user_id and not users.disabled
      where old.school_id = ${schoolId} and old.section_id = ${from}
      on conflict do nothing returning subject_id as id, user_id as other_id`,
  )
  return [{ table: 'subjects', ids }, { table: 'subject_slots', ids: idsOf(slots) }, writtenLinks('subject_teachers', teachers)]
}

/** Copies missing books with their enabled teachers. */
async function addBooks(db: Tx, schoolId: number, from: number, to: number): Promise<Written[]> {
  const both = sql`subjects old join subjects new on ${sameSchool('new')} and lower(new.name) = lower(old.name)
    and new.section_id = ${to} join books book on ${sameSchool('book')} and book.subject_id = old.id`
  const books = await rowsOf<{ id: number }>(
    db,
    sql`insert into books (school_id, subject_id, name, pages)
      select book.school_id, new.id, book.name, book.pages from ${both}
      where old.school_id = ${schoolId} and old.section_id = ${from} order by book.id
      on conflict (school_id, subject_id, lower(name)) do nothing returning id`,
  )
  const ids = idsOf(books)
  const teachers = await rowsOf<Pair>(
    db,
    sql`insert into book_teachers (school_id, book_id, user_id)
      select own.school_id, copy.id, own.user_id from ${both}
      join books copy on ${sameSchool('copy')} and copy.subject_id = new.id and lower(copy.name) = lower(book.name)
        and copy.id = any(${ids}::bigint[])
      join book_teachers own on ${sameSchool('own')} and own.book_id = book.id
      join users on ${sameSchool('users')} and users.id = own.user_id and not users.disabled
      where old.school_id = ${schoolId} and old.section_id = ${from}
      on conflict do nothing returning book_id as id, user_id as other_id`,
  )
  return [{ table: 'books', ids }, writtenLinks('book_teachers', teachers)]
}

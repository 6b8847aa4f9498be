import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { visibleStudents } from '#domains/students/server/studentRecords.exports.ts'
import type { Paise } from '#shared/money.ts'
import type { Outcome } from '../passing.rules.ts'
import { rowsOf } from './scores.sql.ts'

/** A student's report card in a list, with what it comes to. */
export interface StudentCardRow {
  id: number
  studentId: number
  publicationId: number
  /** Of the school year, as the card says it. */
  termName: string
  className: string
  sectionName: string
  /** '' for the year. */
  part: string
  publishedAt: Date
  visibleFrom: string
  withdrawn: boolean
  /** Hundredths of a per cent; null on a card without a total. */
  share: number | null
  grade: string
  outcome: Outcome | null
  /** Whether it has marks of a second examination. */
  reexamined: boolean
}

/** A card with the overdue fees for which the school holds it from the family; null for a card that is open. */
export interface ListedCard extends StudentCardRow {
  held: Paise | null
}

function studentCards(db: Db | Tx, schoolId: number, chosen: RawBuilder<unknown>) {
  return rowsOf(
    db,
    sql<StudentCardRow>`
      select c.id, c.student_id, c.publication_id, c.content ->> 'termName' as term_name, c.content ->> 'className' as class_name,
        c.content ->> 'sectionName' as section_name, p.part, p.published_at, p.visible_from,
        p.withdrawn_at is not null as withdrawn, (c.content -> 'total' ->> 'share')::int as share,
        coalesce(c.content -> 'total' ->> 'grade', '') as grade, c.content ->> 'outcome' as outcome,
        coalesce(jsonb_array_length(c.content -> 'reexamined'), 0) > 0 as reexamined
      from report_cards c
      join result_publications p on p.school_id = ${schoolId} and p.id = c.publication_id
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      where c.school_id = ${schoolId} and ${chosen}
      order by p.id desc`,
  )
}

/** Selects what families of students see on a day, the newest first: nothing before its day and nothing withdrawn. */
export function selectFamilyCards(db: Db | Tx, schoolId: number, studentIds: readonly number[], today: string) {
  const isVisible = sql`p.withdrawn_at is null and p.visible_from <= ${today}::date`
  return studentCards(db, schoolId, sql`c.student_id = any(${studentIds}::bigint[]) and ${isVisible}`)
}

/** Selects the cards of a student whom the viewer may see, the newest first, without withdrawn ones. */
export function selectCardsOfStudent(db: Db | Tx, viewer: Viewer, schoolId: number, studentId: number) {
  const isOfStudent = sql`c.student_id = ${studentId} and p.withdrawn_at is null`
  return studentCards(db, schoolId, sql`${isOfStudent} and ${visibleCard(db, viewer, schoolId)}`)
}

/**
 * Condition that staff may see a card: a teacher of the section also that of a student who has left it, and a teacher
 * of the student also those of earlier years.
 */
export function visibleCard(db: Db | Tx, viewer: Viewer, schoolId: number): RawBuilder<unknown> {
  return sql`(${visibleSection(viewer)} or c.student_id in ${visibleStudents(db, schoolId, viewer).select('students.id')})`
}

/** A card to look at, with the student it is of. `content` is JSON text. */
export interface WholeCardRow {
  id: number
  studentId: number
  content: string
  token: string
  withdrawn: boolean
  visibleFrom: string
  /** The photo on the day of publishing. */
  photoFile: string | null
}

function wholeCard(db: Db | Tx, schoolId: number, chosen: RawBuilder<unknown>) {
  return rowsOf(
    db,
    sql<WholeCardRow>`
      select c.id, c.student_id, c.content::text as content, c.token, p.withdrawn_at is not null as withdrawn, p.visible_from,
        c.content ->> 'photoFile' as photo_file
      from report_cards c
      join result_publications p on p.school_id = ${schoolId} and p.id = c.publication_id
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      where c.school_id = ${schoolId} and ${chosen}`,
  )
}

/** Selects a card as a student's family sees it on a day: not before its day, and not a withdrawn one. */
export function selectFamilyCard(db: Db | Tx, schoolId: number, card: { id: number; studentId: number; today: string }) {
  const { id, studentId, today } = card
  const isVisible = sql`p.withdrawn_at is null and p.visible_from <= ${today}::date`
  return wholeCard(db, schoolId, sql`c.id = ${id} and c.student_id = ${studentId} and ${isVisible}`)
}

/** Selects a card that staff may see, also one that families do not see yet or no longer. */
export function selectStaffCard(db: Db | Tx, viewer: Viewer, schoolId: number, id: number) {
  return wholeCard(db, schoolId, sql`c.id = ${id} and ${visibleCard(db, viewer, schoolId)}`)
}

/** A student of the current term with a published card. */
export interface StudentWithCard {
  studentId: number
  name: string
  /** Such as 7-B. */
  sectionName: string
  roll: string
}

/** Selects the students of the current term who have cards that are not withdrawn, in sections that the viewer sees. */
export function selectStudentsWithCards(db: Db | Tx, viewer: Viewer, schoolId: number) {
  return rowsOf(
    db,
    sql<StudentWithCard>`
      select e.student_id, students.name, classes.name || '-' || sections.name as section_name, e.roll
      from terms
      join enrolments e on e.school_id = ${schoolId} and e.term_id = terms.id
      join students on students.school_id = ${schoolId} and students.id = e.student_id and not students.disabled
      join sections on sections.school_id = ${schoolId} and sections.id = e.section_id
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      where terms.school_id = ${schoolId} and terms.current and ${visibleSection(viewer)} and exists (
        select from report_cards c
        join result_publications p on p.school_id = ${schoolId} and p.id = c.publication_id and p.withdrawn_at is null
        where c.school_id = ${schoolId} and c.student_id = e.student_id)
      order by sections.sr, sections.id, e.roll_sort, e.student_id`,
  )
}

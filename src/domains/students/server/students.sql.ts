import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '#platform/database/connect.ts'
import { cachedStatement } from '#platform/database/cachedStatement.ts'
import type { Students } from '#platform/database/schema.types.ts'
import { isErased } from '#platform/erased.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { forgetStudents } from '#domains/attendance/server/attendance.exports.ts'
import { seesClass, visibleSection } from '#domains/classes/server/classes.exports.ts'

export type StudentRow = Selectable<Students>

/** A student's place in one term. */
export interface Place {
  enrolmentId: number
  termId: number
  roll: string
  classId: number
  className: string
  sectionId: number
  sectionName: string
  /** Of a term of before the school came here, whose id is younger than it is. */
  past: boolean
}

/** A student with every field and the place in every term, newest term first. */
export type Student = StudentRow & { places: Place[] }

/** A column as it is written: what JSON can hold, a Buffer as `\x…`. */
export type Written = Partial<Record<keyof StudentRow, string | number | boolean | null | string[]>>

/** The students a viewer may know of: an ADMIN limited to classes and a TEACHER only those who sit, or sat, in their sections. */
function known(db: Db | Tx, schoolId: number, viewer: Viewer) {
  const query = db.selectFrom('students').where('students.schoolId', '=', schoolId)
  if (viewer.role === 'STUDENT') return query.where('students.id', '=', viewer.studentId)
  if (viewer.classIds === null && viewer.role !== 'TEACHER') return query
  return query.where((row) =>
    row.exists(
      row
        .selectFrom('enrolments')
        .innerJoin('sections', (on) =>
          on.onRef('sections.schoolId', '=', 'enrolments.schoolId').onRef('sections.id', '=', 'enrolments.sectionId'),
        )
        .select('enrolments.id')
        .whereRef('enrolments.schoolId', '=', 'students.schoolId')
        .whereRef('enrolments.studentId', '=', 'students.id')
        .where(visibleSection(viewer)),
    ),
  )
}

/** The students a viewer may know of, whole. */
function wholeStudents(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return known(db, schoolId, viewer)
    .selectAll('students')
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('enrolments')
          .innerJoin('sections', (on) =>
            on.onRef('sections.schoolId', '=', 'enrolments.schoolId').onRef('sections.id', '=', 'enrolments.sectionId'),
          )
          .innerJoin('classes', (on) =>
            on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
          )
          .innerJoin('terms', (on) =>
            on.onRef('terms.schoolId', '=', 'enrolments.schoolId').onRef('terms.id', '=', 'enrolments.termId'),
          )
          .select([
            'enrolments.id as enrolmentId',
            'enrolments.termId',
            'enrolments.roll',
            'sections.classId',
            'classes.name as className',
            'sections.id as sectionId',
            'sections.name as sectionName',
            'terms.past',
          ])
          .whereRef('enrolments.schoolId', '=', 'students.schoolId')
          .whereRef('enrolments.studentId', '=', 'students.id')
          .orderBy('terms.past')
          .orderBy('enrolments.termId', 'desc'),
      ).as('places'),
    )
}

/** One student the viewer may know of: one statement with the places in all terms. */
export function studentById(db: Db | Tx, schoolId: number, viewer: Viewer, id: number) {
  return wholeStudents(db, schoolId, viewer).where('students.id', '=', id)
}

/** Those of the ids that are students the viewer may know of. */
export function studentsByIds(db: Db, schoolId: number, viewer: Viewer, ids: readonly number[]) {
  return wholeStudents(db, schoolId, viewer).where(sql<boolean>`students.id = any(${ids}::bigint[])`)
}

/** The same as a read, whose statement is built once for each kind of viewer. */
export function readStudent(db: Db, schoolId: number, viewer: Viewer, id: number) {
  return cachedStatement(
    `student ${viewer.role} ${viewer.classIds !== null}`,
    (slot) => ({
      schoolId: slot(schoolId),
      id: slot(id),
      viewer: {
        ...viewer,
        userId: slot(viewer.userId),
        studentId: slot(viewer.studentId),
        classIds: viewer.classIds && slot(viewer.classIds),
      },
    }),
    (asks) => studentById(db, asks.schoolId, asks.viewer, asks.id),
  )
}

/**
 * One student the viewer may know of, locked for a change.
 * @throws Refusal FORBIDDEN for one who was erased: what is left of her is final
 */
export async function lockStudent(db: Tx, schoolId: number, viewer: Viewer, id: number): Promise<Student | undefined> {
  // Apart from what is read: a cluster locks rows of one table alone.
  await db.selectFrom('students').select('id').where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().execute()
  const student = await studentById(db, schoolId, viewer, id).executeTakeFirst()
  if (student?.erasedAt) throw new Refusal('FORBIDDEN', isErased)
  if (!student || viewer.classIds === null) return student
  // Who once taught a child may look her up, but changes her only while she sits in one of the own classes.
  const current = await db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('current', '=', true)
    .executeTakeFirst()
  const fromNow = student.places.filter((place) => !place.past && place.termId >= (current?.id ?? 0))
  const places = fromNow.length > 0 ? fromNow : student.places.slice(0, 1)
  return places.every((place) => seesClass(viewer, place.classId)) ? student : undefined
}

/** Those of the ids that are students of the school, locked in the order of their ids, so that two imports cannot deadlock. */
export function lockStudents(db: Tx, schoolId: number, ids: readonly number[]): Promise<StudentRow[]> {
  return db
    .selectFrom('students')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Those of the ids that are students of the school, with what goes with them, locked in the order of their ids; `known` says
 * whether the viewer may know of one.
 */
export function lockForRemoval(db: Tx, schoolId: number, viewer: Viewer, ids: readonly number[]) {
  return db
    .selectFrom('students')
    .select(['id', 'subject', 'photoFile', 'aadharFile', 'createTermId'])
    .select((row) => row('id', 'in', known(db, schoolId, viewer).select('students.id')).as('known'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** How many places these students have in other terms than this one. */
export async function placesElsewhere(db: Tx, schoolId: number, termId: number, ids: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('enrolments')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${ids}::bigint[])`)
    .where('termId', '<>', termId)
    .executeTakeFirstOrThrow()
  return count
}

/** Where students sit, in all terms, as `student section`. */
export async function placesOf(db: Tx, schoolId: number, ids: readonly number[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('enrolments')
    .select(['studentId', 'sectionId'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${ids}::bigint[])`)
    .execute()
  return new Set(rows.map(({ studentId, sectionId }) => `${studentId} ${sectionId}`))
}

/** Who sits in these sections, and at which roll. */
export function seatedIn(db: Tx, schoolId: number, sectionIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .select(['studentId', 'sectionId', 'roll'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`section_id = any(${[...new Set(sectionIds)]}::bigint[])`)
    .execute()
}

/** The names of students, by their ids. */
export async function namesOf(db: Tx, schoolId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('students')
    .select(['id', 'name'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The terms of a school, for finding them by name. */
export function termNames(db: Tx, schoolId: number) {
  return db.selectFrom('terms').select(['id', 'name']).where('schoolId', '=', schoolId).execute()
}

/** Ids for so many new students. */
export async function newStudentIds(db: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('student_ids') as id from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map((row) => row.id)
}

/** Those of the values that students of the school have in a column, except the students named. */
export async function takenValues(
  db: Tx,
  schoolId: number,
  column: 'loginEmail' | 'rfid' | 'qrcode',
  values: readonly string[],
  exceptIds: readonly number[],
): Promise<Set<string>> {
  if (values.length === 0) return new Set()
  const rows = await db
    .selectFrom('students')
    .select(`${column} as value`)
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`${sql.ref(column)} = any(${values}::text[])`)
    .where(sql<boolean>`id <> all(${exceptIds}::bigint[])`)
    .execute()
  return new Set(rows.map((row) => row.value ?? ''))
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function asJson(rows: readonly Written[]): string {
  return JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [snake(key), value]))))
}

function columnsOf(rows: readonly Written[]): (keyof StudentRow)[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row) as (keyof StudentRow)[]))]
}

/** Inserts students by one statement; every row must have the same columns. */
export async function insertStudents(db: Tx, rows: readonly Written[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(columnsOf(rows).map((column) => sql.ref(column)))
  await sql`insert into students (${columns}) select ${columns} from jsonb_populate_recordset(null::students, ${asJson(rows)}::jsonb)
    returning school_id`.execute(db)
}

/** Writes what each row names, by one statement; `id` says whose, and columns a row does not name stay. */
export async function patchStudents(
  db: Tx,
  schoolId: number,
  rows: readonly (Written & { id: StudentRow['id'] })[],
): Promise<void> {
  const names = columnsOf(rows).filter((column) => column !== 'id')
  if (rows.length === 0 || names.length === 0) return
  await sql`
    update students set ${sql.join(names.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))}
    from (
      select written.*
      from jsonb_array_elements(${asJson(rows)}::jsonb) as patch (value)
      join students as stored on stored.school_id = ${schoolId} and stored.id = (patch.value ->> 'id')::bigint
      cross join lateral jsonb_populate_record(stored, patch.value) as written
    ) as given
    where students.school_id = ${schoolId} and students.id = given.id
  `.execute(db)
}

export interface Enrolled {
  schoolId: number
  termId: number
  studentId: number
  sectionId: number
  roll: string
}

/** Puts students into sections, by one statement; a student who has a place in the term already moves. */
export async function enrol(db: Tx, rows: readonly Enrolled[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('enrolments')
    .columns(['schoolId', 'termId', 'studentId', 'sectionId', 'roll'])
    .expression(
      sql`select * from unnest(
        ${rows.map((row) => row.schoolId)}::bigint[], ${rows.map((row) => row.termId)}::bigint[],
        ${rows.map((row) => row.studentId)}::bigint[], ${rows.map((row) => row.sectionId)}::bigint[],
        ${rows.map((row) => row.roll)}::text[]
      )`,
    )
    .onConflict((conflict) =>
      conflict.columns(['schoolId', 'termId', 'studentId']).doUpdateSet((row) => ({
        sectionId: row.ref('excluded.sectionId'),
        roll: row.ref('excluded.roll'),
      })),
    )
    .execute()
}

/** Removes students with their places in all terms and their attendance; fails where anything else stands on one of them. */
export async function removeStudents(db: Tx, schoolId: number, ids: readonly number[]): Promise<void> {
  await forgetStudents(db, schoolId, ids)
  for (const [table, key] of [
    ['enrolments', 'studentId'],
    ['students', 'id'],
  ] as const)
    await db
      .deleteFrom(table)
      .where('schoolId', '=', schoolId)
      .where(sql<boolean>`${sql.ref(key)} = any(${ids}::bigint[])`)
      .execute()
}

import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { listStudentPhones } from '#platform/guardians/studentPhones.ts'
import type { Students } from '#platform/database/schema.types.ts'
import { erasedMessage } from './erased.exports.ts'
import { Refusal } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { nameKeys } from '#shared/nameSearch.ts'
import type { Viewer } from '#platform/viewer.ts'
import { seesClass, visibleSection } from '#domains/classes/server/classes.exports.ts'
import { beginAtAdmission, beginFirstPlaces, beginPlaces, endPlacesOfMovers } from './places.sql.ts'
import { studentHooks } from './studentHooks.exports.ts'

export type StudentRow = Selectable<Students>

/** A student's enrolment: the place in one term. */
export interface Enrolment {
  enrolmentId: number
  termId: number
  roll: string
  classId: number
  className: string
  sectionId: number
  sectionName: string
  /** Whether the term is a past term. Its id is higher than those of later terms, because it was imported. */
  past: boolean
}

/** A student with all fields and the enrolments of all terms, newest term first. */
export type Student = StudentRow & { places: Enrolment[] }

/** Columns of a student to write, as JSON values; a Buffer is written as `\x…`. */
export type StudentColumns = Partial<Record<keyof StudentRow, string | number | boolean | null | string[]>>

/**
 * Selects the students that a viewer may see. An ADMIN limited to classes and a TEACHER see those ever enrolled in
 * their sections.
 */
export function visibleStudents(db: Db | Tx, schoolId: number, viewer: Viewer) {
  const query = db.selectFrom('students').where('students.schoolId', '=', schoolId)
  if (viewer.role === 'STUDENT') return query.where('students.id', '=', viewer.studentId)
  if (viewer.classIds === null && viewer.role !== 'TEACHER') return query
  return query.where((row) =>
    row.exists(
      row
        .selectFrom('enrolments')
        .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
        .select('enrolments.id')
        .where('enrolments.schoolId', '=', currentSchool)
        .whereRef('enrolments.studentId', '=', 'students.id')
        .where(visibleSection(viewer)),
    ),
  )
}

/** Selects all columns and enrolments of the students that a viewer may see. */
function studentsWithEnrolments(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return visibleStudents(db, schoolId, viewer)
    .selectAll('students')
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('enrolments')
          .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
          .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
          .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'enrolments.termId'))
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
          .where('enrolments.schoolId', '=', currentSchool)
          .whereRef('enrolments.studentId', '=', 'students.id')
          .orderBy('terms.past')
          .orderBy('enrolments.termId', 'desc'),
      ).as('places'),
    )
}

/** Selects a student that the viewer may see, with all enrolments in one statement. */
export function studentById(db: Db | Tx, schoolId: number, viewer: Viewer, id: number) {
  return studentsWithEnrolments(db, schoolId, viewer).where('students.id', '=', id)
}

/** Selects students by id; ids that the viewer may not see are left out. */
export function studentsByIds(db: Db, schoolId: number, viewer: Viewer, ids: readonly number[]) {
  return studentsWithEnrolments(db, schoolId, viewer).where(sql<boolean>`students.id = any(${ids}::bigint[])`)
}

/**
 * Locks a student that the viewer may change, and returns the student. A 'change' lets payments of the student go on:
 * their account is locked before the student's row is read, and a move locks the account after it.
 * @throws Refusal FORBIDDEN for an erased student, whose row never changes again
 */
export async function lockStudent(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  id: number,
  lock: 'change' | 'delete' = 'delete',
): Promise<Student | undefined> {
  // A statement of its own, because Citus locks rows only in a query of a single table.
  const row = db.selectFrom('students').select('id').where('schoolId', '=', schoolId).where('id', '=', id)
  await (lock === 'change' ? row.forNoKeyUpdate() : row.forUpdate()).execute()
  const student = await studentById(db, schoolId, viewer, id).executeTakeFirst()
  if (student?.erasedAt) throw new Refusal('FORBIDDEN', erasedMessage())
  if (!student || viewer.classIds === null) return student
  // A limited viewer may read a former student of their classes, but change only a current one.
  const current = await db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('current', '=', true)
    .executeTakeFirst()
  const currentOrLater = student.places.filter(({ past, termId }) => !past && termId >= (current?.id ?? 0))
  const enrolments = currentOrLater.length > 0 ? currentOrLater : student.places.slice(0, 1)
  return enrolments.every((enrolment) => seesClass(viewer, enrolment.classId)) ? student : undefined
}

/** Locks those of the ids that are students of the school, ordered by id so that two imports cannot deadlock. */
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
 * Locks those of the ids that are students of the school, ordered by id, for their deletion. `known` says whether the
 * viewer may see the student.
 */
export function lockForRemoval(db: Tx, schoolId: number, viewer: Viewer, ids: readonly number[]) {
  return db
    .selectFrom('students')
    .select(['id', 'subject', 'photoFile', 'aadharFile', 'createTermId'])
    .select((row) => row('id', 'in', visibleStudents(db, schoolId, viewer).select('students.id')).as('known'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Counts the enrolments of students in terms other than this one. */
export async function countEnrolmentsElsewhere(
  db: Tx,
  schoolId: number,
  termId: number,
  ids: readonly number[],
): Promise<number> {
  const { count } = await db
    .selectFrom('enrolments')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${ids}::bigint[])`)
    .where('termId', '<>', termId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the enrolments of students in all terms as `studentId sectionId` keys. */
export async function enrolledSections(db: Tx, schoolId: number, ids: readonly number[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('enrolments')
    .select(['studentId', 'sectionId'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${ids}::bigint[])`)
    .execute()
  return new Set(rows.map(({ studentId, sectionId }) => `${studentId} ${sectionId}`))
}

/** Returns the class of students in every term by `studentId termId`. */
export async function enrolledClasses(db: Tx, schoolId: number, ids: readonly number[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .select(['enrolments.studentId', 'enrolments.termId', 'sections.classId'])
    .where('enrolments.schoolId', '=', schoolId)
    .where(sql<boolean>`enrolments.student_id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ studentId, termId, classId }) => [`${studentId} ${termId}`, classId]))
}

/** Locks sections in the order of their ids, for whoever gives rolls in them. */
export async function lockSections(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('sections')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${[...new Set(sectionIds)]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Returns the students of sections with their rolls. */
export function rollsOfSections(db: Tx, schoolId: number, sectionIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .select(['studentId', 'sectionId', 'roll'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`section_id = any(${[...new Set(sectionIds)]}::bigint[])`)
    .execute()
}

/** Returns the names of students by id. */
export async function studentNames(db: Tx, schoolId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('students')
    .select(['id', 'name'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the ids and names of a school's terms. */
export function termNames(db: Tx, schoolId: number) {
  return db.selectFrom('terms').select(['id', 'name']).where('schoolId', '=', schoolId).execute()
}

/** Reserves ids for new students. */
export async function newStudentIds(db: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('student_ids') as id from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns those of the values that students of the school have in a column, except the students `exceptIds`. */
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

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function toJson(rows: readonly StudentColumns[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [toSnakeCase(key), value]))),
  )
}

/** Adds the keys by which a name is found. */
function withNameKeys<Row extends StudentColumns>(row: Row): Row {
  return row.name === undefined ? row : { ...row, nameKeys: nameKeys(String(row.name)) }
}

function columnNames(rows: readonly StudentColumns[]): (keyof StudentRow)[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row) as (keyof StudentRow)[]))]
}

/** Inserts students of one school by one statement. All rows must have the same columns. */
export async function insertStudents(db: Tx, students: readonly StudentColumns[]): Promise<void> {
  if (students.length === 0) return
  const rows = students.map(withNameKeys)
  const columns = sql.join(columnNames(rows).map((column) => sql.ref(column)))
  await sql`insert into students (${columns}) select ${columns} from jsonb_populate_recordset(null::students, ${toJson(rows)}::jsonb)
    returning school_id`.execute(db)
  const { schoolId } = rows[0] ?? {}
  await listStudentPhones(
    db,
    Number(schoolId),
    rows.map(({ id }) => Number(id)),
  )
}

/** Updates students by one statement. Each row changes its own columns of the student `id` and keeps the others. */
export async function patchStudents(
  db: Tx,
  schoolId: number,
  changes: readonly (StudentColumns & { id: StudentRow['id'] })[],
): Promise<void> {
  const rows = changes.map(withNameKeys)
  const names = columnNames(rows).filter((column) => column !== 'id')
  if (rows.length === 0 || names.length === 0) return
  await sql`
    update students set ${sql.join(names.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))}
    from (
      select written.*
      from jsonb_array_elements(${toJson(rows)}::jsonb) as patch (value)
      join students as stored on stored.school_id = ${schoolId} and stored.id = (patch.value ->> 'id')::bigint
      cross join lateral jsonb_populate_record(stored, patch.value) as written
    ) as given
    where students.school_id = ${schoolId} and students.id = given.id
  `.execute(db)
  if (names.includes('dateOfAdmission'))
    await beginAtAdmission(
      db,
      schoolId,
      changes.map(({ id }) => id),
    )
  const ids = changes.flatMap(({ id, phone, phones }) => (phone === undefined && phones === undefined ? [] : [id]))
  if (ids.length > 0) await listStudentPhones(db, schoolId, ids)
}

export interface EnrolmentRow {
  schoolId: number
  termId: number
  studentId: number
  sectionId: number
  roll: string
}

/**
 * Enrols students. An existing enrolment in the term moves to the new section and roll, and the place before stays
 * among the former ones. The rows are written by student and term, the order in which fee accounts are locked.
 */
export async function enrolStudents(db: Tx, rows: readonly EnrolmentRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const { schoolId } = first
  const today = schoolDay(new Date())
  const { entered, moved } = await enrolmentsBefore(db, schoolId, rows)
  const movers = sql`e.id = any(${moved}::bigint[])`
  if (moved.length > 0) await endPlacesOfMovers(db, schoolId, today, movers)
  await db
    .insertInto('enrolments')
    .columns(['schoolId', 'termId', 'studentId', 'sectionId', 'roll'])
    .expression(
      sql`select * from unnest(
        ${rows.map((row) => row.schoolId)}::bigint[], ${rows.map((row) => row.termId)}::bigint[],
        ${rows.map((row) => row.studentId)}::bigint[], ${rows.map((row) => row.sectionId)}::bigint[],
        ${rows.map((row) => row.roll)}::text[]
      ) as place (school_id, term_id, student_id, section_id, roll) order by student_id, term_id`,
    )
    .onConflict((conflict) =>
      conflict.columns(['schoolId', 'termId', 'studentId']).doUpdateSet((row) => ({
        sectionId: row.ref('excluded.sectionId'),
        roll: row.ref('excluded.roll'),
      })),
    )
    .execute()
  if (moved.length > 0) await beginPlaces(db, schoolId, today, movers)
  if (entered.length > 0) await beginFirstPlaces(db, schoolId, today, entered)
}

/** Returns which of the rows are of students who are new in their term, and the enrolments of enabled ones who move. */
async function enrolmentsBefore(db: Tx, schoolId: number, rows: readonly EnrolmentRow[]) {
  const stored = await db
    .selectFrom('enrolments')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
    .select(['enrolments.id', 'enrolments.termId', 'enrolments.studentId', 'enrolments.sectionId', 'students.disabled'])
    .where('enrolments.schoolId', '=', schoolId)
    .where(sql<boolean>`enrolments.student_id = any(${rows.map((row) => row.studentId)}::bigint[])`)
    .execute()
  const before = new Map(stored.map((enrolment) => [`${enrolment.studentId} ${enrolment.termId}`, enrolment]))
  const pairs = rows.map((row) => ({ row, enrolment: before.get(`${row.studentId} ${row.termId}`) }))
  return {
    entered: pairs.flatMap(({ row, enrolment }) => (enrolment ? [] : [row])),
    moved: pairs.flatMap(({ row, enrolment }) =>
      enrolment && enrolment.sectionId !== row.sectionId && !enrolment.disabled ? [enrolment.id] : [],
    ),
  }
}

/**
 * Deletes students with their enrolments and what other domains delete with them. Fails while any other record refers
 * to one.
 */
export async function removeStudents(db: Tx, schoolId: number, ids: readonly number[]): Promise<void> {
  for (const { beforeDeletion } of studentHooks()) await beforeDeletion?.(db, schoolId, ids)
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

import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import { type Problem, Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import type { Viewer } from '#platform/viewer.ts'
import { seesClass } from '#domains/classes/server/classes.exports.ts'
import { fileMessages } from '../studentFiles.schema.ts'

/** A student of a form or file whose register number is to be stored. */
export interface NumberedRow {
  /** Prefix of a problem's path: `rows.12.` for a file, '' for a form. */
  path: string
  termId: number
  /** null for a new student. */
  studentId: number | null
  /** The number after the change; '' for none. */
  registerNo: string
  /** The number before the change; '' for none, and for a new student. */
  storedNo: string
}

/** A place of a student in a term, with the number that the student has. */
interface NumberedPlace {
  termId: number
  studentId: number
  registerNo: string
  name: string
  classId: number
  className: string
  sectionName: string
}

/** The numbers that a command gives and takes. */
export interface ChangedNumbers {
  registerNos: string[]
  /** The terms in which the number is new to the student, of each row. */
  claims: number[][]
}

/** The refusal of a number that another request has given to another student at the same moment. */
export const registerNoConflict = {
  enrolments_register_key: {
    path: 'registerNo',
    get message() {
      return t`This register number is already used by another student.`
    },
  },
}

/** Register numbers are compared without their case, here and in the database's index. */
const registerKey = (registerNo: string) => registerNo.toLowerCase()

/**
 * Refuses a register number that another student has in one of the student's terms, in whatever case it is written. A
 * student who keeps the number and the term is not refused, also if another student had the number before.
 * @returns the numbers that come or go, for {@link writeRegisterKeys} when students and places are written
 * @throws Refusal BAD_INPUT for a number that is in the file twice, else CONFLICT, with a problem at each `registerNo`
 */
export async function refuseTakenRegisterNumbers(
  { db, viewer, schoolId }: { db: Tx; viewer: Viewer; schoolId: number },
  rows: readonly NumberedRow[],
): Promise<ChangedNumbers> {
  const ids = rows.flatMap(({ studentId }) => (studentId === null ? [] : [studentId]))
  const terms = await termsOfStudents(db, schoolId, ids)
  const numbered = rows.map((row) => {
    const before = terms.get(row.studentId ?? 0) ?? []
    const isChanged = registerKey(row.registerNo) !== registerKey(row.storedNo)
    // A changed number is new in each term of the student, and a kept one in a term that is new to the student.
    const newIn = isChanged ? [...new Set([row.termId, ...before])] : before.includes(row.termId) ? [] : [row.termId]
    return { ...row, before, newIn }
  })
  const coming = numbered.filter(({ registerNo, newIn }) => registerNo !== '' && newIn.length > 0)
  const numbers = coming.map(({ registerNo }) => registerNo)
  const going = numbered.filter(({ newIn }) => newIn.length > 0).map(({ storedNo }) => storedNo)

  const holders = new Map<string, NumberedPlace | 'file'>()
  const moving = new Set(ids)
  for (const place of numbers.length === 0 ? [] : await placesWithNumbers(db, schoolId, numbers))
    if (!moving.has(place.studentId)) holders.set(placeKey(place), place)
  // Who keeps a number has it before those to whom the file gives it.
  for (const { registerNo, before, newIn } of numbered)
    if (newIn.length === 0) for (const termId of before) holders.set(placeKey({ termId, registerNo }), 'file')

  const problems: Problem[] = []
  let hasDuplicates = false
  for (const { path, registerNo, newIn } of coming) {
    const keys = newIn.map((termId) => placeKey({ termId, registerNo }))
    const holder = keys.map((key) => holders.get(key)).find((taken) => taken !== undefined)
    if (holder === 'file') hasDuplicates = true
    if (holder) problems.push({ path: `${path}registerNo`, message: takenMessage(viewer, registerNo, holder) })
    else for (const key of keys) holders.set(key, 'file')
  }
  if (problems[0]) throw new Refusal(hasDuplicates ? 'BAD_INPUT' : 'CONFLICT', problems[0].message, problems)
  const claims = numbered.map(({ registerNo, newIn }) => (registerNo === '' ? [] : newIn))
  return { registerNos: [...numbers, ...going], claims }
}

const placeKey = ({ termId, registerNo }: { termId: number; registerNo: string }) => `${termId} ${registerKey(registerNo)}`

/** A viewer who is limited to classes is not told of students in others. */
function takenMessage(viewer: Viewer, registerNo: string, holder: NumberedPlace | 'file'): string {
  if (holder === 'file') return fileMessages.registerNoTwice(registerNo)
  if (!seesClass(viewer, holder.classId)) return fileMessages.registerNoOfAnother(registerNo)
  return fileMessages.registerNoTaken(registerNo, holder.name, `${holder.className}-${holder.sectionName}`)
}

/**
 * Writes the keys by which the database refuses a register number that two students of a term would have. Call it after
 * students and places were written, with the students' ids in the order of the rows.
 * @throws an error of the constraint `enrolments_register_key` for a number that another request has given meanwhile
 */
export async function writeRegisterKeys(
  db: Tx,
  schoolId: number,
  { registerNos, claims }: ChangedNumbers,
  ids: readonly number[],
): Promise<void> {
  const numbers = registerNos.filter(Boolean)
  if (numbers.length === 0) return
  await sql`
    update enrolments set register_key = null
    from students
    where enrolments.school_id = ${schoolId} and students.school_id = ${schoolId} and students.id = enrolments.student_id
      and enrolments.register_key = any(array(select lower(number) from unnest(${numbers}::text[]) as number))
      and enrolments.register_key <> lower(students.register_no)
  `.execute(db)
  const places = claims.flatMap((termIds, index) => termIds.map((termId) => ({ termId, studentId: ids[index] ?? 0 })))
  await sql`
    update enrolments set register_key = lower(students.register_no)
    from unnest(
      ${places.map(({ studentId }) => studentId)}::bigint[], ${places.map(({ termId }) => termId)}::bigint[]
    ) as claimed (student_id, term_id)
    join students on students.school_id = ${schoolId} and students.id = claimed.student_id
    where enrolments.school_id = ${schoolId} and enrolments.student_id = claimed.student_id and enrolments.term_id = claimed.term_id
  `.execute(db)
  await writeFreeRegisterKeys(db, schoolId, numbers)
}

/**
 * Writes the keys of register numbers where nobody has the key: of students who had one number before this was refused,
 * one has the key, and another gets it when the number is free.
 */
export async function writeFreeRegisterKeys(db: Tx, schoolId: number, registerNos: readonly string[]): Promise<void> {
  await sql`
    update enrolments set register_key = keyed.register_key
    from (
      select distinct on (e.term_id, s.register_key) e.id, s.register_key
      from (
        select id, lower(register_no) as register_key from students
        where school_id = ${schoolId} and register_no <> ''
          and lower(register_no) = any(array(select lower(number) from unnest(${registerNos}::text[]) as number))
      ) as s
      join enrolments e on e.school_id = ${schoolId} and e.student_id = s.id
      where e.register_key is null and not exists (
        select from enrolments other
        where other.school_id = current_school() and other.term_id = e.term_id and other.register_key = s.register_key
      )
      order by e.term_id, s.register_key, s.id
    ) as keyed
    where enrolments.school_id = ${schoolId} and enrolments.id = keyed.id
  `.execute(db)
}

/**
 * Writes the keys of students who got a place in a term by a promotion.
 * @throws Refusal CONFLICT when one of them has the register number of another student of the term
 */
export async function writeKeysOfTerm(db: Tx, schoolId: number, termId: number, studentIds: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('students')
    .select(['id', 'name', 'registerNo'])
    .where('schoolId', '=', schoolId)
    .where('registerNo', '<>', '')
    .where(sql<boolean>`id = any(${studentIds}::bigint[])`)
    .orderBy('id')
    .execute()
  const numbers = rows.map(({ registerNo }) => registerNo)
  const places = numbers.length === 0 ? [] : await placesWithNumbers(db, schoolId, numbers)
  const holders = Map.groupBy(
    places.filter((place) => place.termId === termId),
    ({ registerNo }) => registerKey(registerNo),
  )
  for (const { id, name, registerNo } of rows) {
    const other = holders.get(registerKey(registerNo))?.find(({ studentId }) => studentId !== id)
    if (other) {
      const place = `${other.className}-${other.sectionName}`
      throw new Refusal(
        'CONFLICT',
        t`the register number ${registerNo} of ${name} is also of ${other.name} (${place}). Change one of the two, then continue.`,
      )
    }
  }
  const ids = rows.map(({ id }) => id)
  await writeRegisterKeys(db, schoolId, { registerNos: numbers, claims: ids.map(() => [termId]) }, ids)
}

async function termsOfStudents(db: Tx, schoolId: number, ids: readonly number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('enrolments')
    .select(['studentId', 'termId'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${ids}::bigint[])`)
    .execute()
  const terms = Map.groupBy(rows, ({ studentId }) => studentId)
  return new Map([...terms].map(([studentId, places]) => [studentId, places.map(({ termId }) => termId)]))
}

function placesWithNumbers(db: Tx, schoolId: number, registerNos: readonly string[]): Promise<NumberedPlace[]> {
  return db
    .selectFrom('students')
    .innerJoin('enrolments', (on) => onSameSchool(on, 'enrolments.studentId', 'students.id'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select(['enrolments.termId', 'students.id as studentId', 'students.registerNo', 'students.name'])
    .select(['sections.classId', 'classes.name as className', 'sections.name as sectionName'])
    .where('students.schoolId', '=', schoolId)
    .where('students.registerNo', '<>', '')
    .where(
      sql<boolean>`lower(students.register_no) = any(array(select lower(number) from unnest(${registerNos}::text[]) as number))`,
    )
    .execute()
}

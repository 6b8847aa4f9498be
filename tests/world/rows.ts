import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'

/** The school and term that the rows belong to. */
export interface InTerm {
  id: number
  termId: number
}

/** A student with a roll in a section. */
export interface NewStudent {
  name: string
  roll: string
  phone?: string
  qrcode?: string
}

/** Adds students to a section and returns their ids, in order. */
export async function addStudents(
  db: Tx,
  { id: schoolId, termId }: InTerm,
  sectionId: number,
  students: readonly NewStudent[],
): Promise<number[]> {
  const rows = await db
    .insertInto('students')
    .values(students.map(({ name, phone, qrcode }) => ({ schoolId, createTermId: termId, name, phone, qrcode })))
    .returning('id')
    .execute()
  await db
    .insertInto('enrolments')
    .values(rows.map(({ id }, nth) => ({ schoolId, termId, sectionId, studentId: id, roll: students[nth]?.roll ?? '' })))
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives a student an account without a password, and returns its subject. */
export async function giveAccount(db: Tx, schoolId: number, studentId: number): Promise<string> {
  const subject = randomUUID()
  await db.updateTable('students').set({ subject }).where('schoolId', '=', schoolId).where('id', '=', studentId).execute()
  await db.insertInto('logins').values({ subject, schoolId, studentId }).execute()
  return subject
}

export interface NewSubject {
  sectionId: number
  name: string
  sr?: number
  /** A user of the school. */
  teacher?: number | undefined
  slots?: readonly { day: number; starts: string; ends: string }[]
}

/** Adds a subject with its timetable and teacher, and returns its id. */
export async function addSubject(
  db: Tx,
  { id: schoolId, termId }: InTerm,
  { sectionId, name, sr = 1, teacher, slots = [] }: NewSubject,
): Promise<number> {
  const { id: subjectId } = await db
    .insertInto('subjects')
    .values({ schoolId, termId, sectionId, sr, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (slots.length > 0)
    await db
      .insertInto('subjectSlots')
      .values(slots.map((slot) => ({ schoolId, subjectId, ...slot })))
      .execute()
  if (teacher) await db.insertInto('subjectTeachers').values({ schoolId, subjectId, userId: teacher }).execute()
  return subjectId
}

/** Adds a book of 120 pages to a subject, with its teacher, and returns its id. */
export async function addBook(
  db: Tx,
  { id: schoolId }: InTerm,
  { subjectId, name, teacher }: { subjectId: number; name: string; teacher: number },
): Promise<number> {
  const { id: bookId } = await db
    .insertInto('books')
    .values({ schoolId, subjectId, name, pages: 120 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('bookTeachers').values({ schoolId, bookId, userId: teacher }).execute()
  return bookId
}

export interface NewFee {
  name: string
  /** In paise; null for an amount that is not fixed. */
  amount: number | null
  /** None for a one-time fee. */
  month?: string
}

/** Adds a fee category with fees in their order, assigned to students. Returns the ids. */
export async function addFeeCategory(
  db: Tx,
  { id: schoolId, termId }: InTerm,
  { name, fees, students }: { name: string; fees: readonly NewFee[]; students: readonly number[] },
): Promise<{ id: number; fees: number[] }> {
  const { id } = await db.insertInto('feeCategories').values({ schoolId, termId, name }).returning('id').executeTakeFirstOrThrow()
  const of = { schoolId, termId, feeCategoryId: id }
  const rows = await db
    .insertInto('fees')
    .values(
      fees.map(({ name, amount, month = null }, nth) => ({
        ...of,
        name,
        slug: name.toLowerCase(),
        amount: amount ?? 0,
        fixedAmount: amount !== null,
        month,
        sr: nth + 1,
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('studentFeeCategories')
    .values(students.map((studentId) => ({ ...of, studentId })))
    .execute()
  return { id, fees: rows.map((fee) => fee.id) }
}

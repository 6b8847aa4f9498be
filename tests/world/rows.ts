import { allMonths, type AssignedMonths } from '#domains/fees/assignedMonths.rules.ts'
import { randomUUID } from 'node:crypto'
import type { Insertable, Updateable } from 'kysely'
import type { Database, Tx } from '#platform/database/connect.ts'
import type {
  BankAccounts,
  Books,
  FeeCategories,
  Fees,
  Lectures,
  Registers,
  Schools,
  Sections,
  Students,
  Terms,
  Users,
} from '#platform/database/schema.types.ts'
import { listStudentPhones } from '#platform/guardians/studentPhones.ts'
import { termStart } from '#domains/schools/schools.rules.ts'
import { invalidateSchool } from '#platform/school.ts'
import { schoolDay, schoolYearStart } from '#shared/dates.ts'
import { nameKeys } from '#shared/nameSearch.ts'
import { showSchoolYear } from '#shared/schoolYears.ts'
import { fromNow } from '../moments.ts'

/*
 * The building blocks of test schools: one function for each kind of row, with defaults for every column that a test
 * need not name. They skip the product's commands, so they check nothing and write no audit rows.
 */

/** A transaction of the school, or the world: then each function runs in a transaction of its own. */
export type TxOrWorld = Tx | { database: Database }

/** A school and the term to add to. For another term, pass `{ ...school, termId }`. */
export interface SchoolTerm {
  id: number
  termId: number
}

/** A row without ids: every column is optional. */
type NewRow<Table> = Partial<Omit<Insertable<Table>, 'id' | 'schoolId' | 'termId'>>

export type NewStudent = NewRow<Students> & { roll?: string }
export type NewFee = NewRow<Fees> & { name: string }

/** Runs in the given transaction, or in a new one of the school. */
export function inSchool<Result>(on: TxOrWorld, schoolId: number, run: (db: Tx) => Promise<Result>): Promise<Result> {
  return 'database' in on ? on.database.transaction(schoolId, run) : run(on)
}

/** Adds a school with every module off, and returns its id. */
export async function addSchool(database: Database, school: NewRow<Schools> & { name: string }): Promise<number> {
  const { id } = await database.kysely
    .insertInto('schools')
    .values({ adminPhone: '9876543210', ...school })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a school's settings and invalidates the cache. */
export async function setSchool(
  { database }: { database: Database },
  { id }: Pick<SchoolTerm, 'id'>,
  settings: Updateable<Schools>,
): Promise<void> {
  await database.kysely.updateTable('schools').set(settings).where('id', '=', id).execute()
  invalidateSchool(database, id)
}

/** Names a term after the year of today, in which a clerk may enter earlier days, and returns its name. */
export async function nameTermAfterToday({ database }: { database: Database }, { id, termId }: SchoolTerm): Promise<string> {
  const year = Number(schoolYearStart(schoolDay(new Date())).slice(0, 4))
  const name = `${year}-${String((year + 1) % 100).padStart(2, '0')}`
  await inSchool({ database }, id, (db) =>
    db.updateTable('terms').set({ name }).where('schoolId', '=', id).where('id', '=', termId).execute(),
  )
  invalidateSchool(database, id)
  return name
}

/** Adds a term, by default not the current one, and returns its id. Terms are in the order of their ids. */
export function addTerm(
  on: TxOrWorld,
  { id: schoolId }: Pick<SchoolTerm, 'id'>,
  term: NewRow<Terms> & { name: string; id?: number },
): Promise<number> {
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('terms')
      .values({ schoolId, startsOn: termStart(term.name, schoolDay(new Date())), ...term })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Gives a term the name of the school year that the tests' moment is in, for what is dated within its term. */
export function nameTermOfToday(on: TxOrWorld, { id: schoolId, termId }: SchoolTerm): Promise<void> {
  const name = showSchoolYear(Number(schoolYearStart(schoolDay(new Date())).slice(0, 4)))
  return inSchool(on, schoolId, async (db) => {
    await db.updateTable('terms').set({ name }).where('schoolId', '=', schoolId).where('id', '=', termId).execute()
  })
}

/** Makes a term the only current one of its school. */
export function setCurrentTerm(on: TxOrWorld, { id: schoolId, termId }: SchoolTerm): Promise<void> {
  return inSchool(on, schoolId, async (db) => {
    await db.updateTable('terms').set({ current: false }).where('schoolId', '=', schoolId).execute()
    await db.updateTable('terms').set({ current: true }).where('schoolId', '=', schoolId).where('id', '=', termId).execute()
  })
}

/** Adds a class without sections, and returns its id. */
export function addClass(on: TxOrWorld, { id: schoolId, termId }: SchoolTerm, name: string): Promise<number> {
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db.insertInto('classes').values({ schoolId, termId, name }).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

/** Adds a section without students, by default A, and returns its id. */
export function addSection(
  on: TxOrWorld,
  { id: schoolId, termId }: SchoolTerm,
  section: NewRow<Sections> & { classId: number },
): Promise<number> {
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('sections')
      .values({ schoolId, termId, name: 'A', ...section })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Adds a user without an account, and returns the id. */
export function addUser(
  on: TxOrWorld,
  { id: schoolId }: Pick<SchoolTerm, 'id'>,
  user: NewRow<Users> & { name: string; email: string; role: string },
): Promise<number> {
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('users')
      .values({ schoolId, phone: '9876543210', nameKeys: nameKeys(user.name), ...user })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Gives a user or a student an account without a password, and returns its subject. */
export function giveAccount(
  on: TxOrWorld,
  { id: schoolId }: Pick<SchoolTerm, 'id'>,
  person: { userId: number } | { studentId: number },
): Promise<string> {
  const subject = randomUUID()
  return inSchool(on, schoolId, async (db) => {
    const [table, id] = 'userId' in person ? (['users', person.userId] as const) : (['students', person.studentId] as const)
    await db.updateTable(table).set({ subject }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    await db
      .insertInto('logins')
      .values({ subject, schoolId, ...person })
      .execute()
    return subject
  })
}

/** Makes a user a teacher of a section. */
export function addSectionTeacher(on: TxOrWorld, { id: schoolId }: Pick<SchoolTerm, 'id'>, sectionId: number, userId: number) {
  return inSchool(on, schoolId, async (db) => {
    await db.insertInto('sectionTeachers').values({ schoolId, sectionId, userId }).execute()
  })
}

/** Limits an ADMIN to a class, or to one more. */
export function limitToClass(on: TxOrWorld, { id: schoolId }: Pick<SchoolTerm, 'id'>, userId: number, classId: number) {
  return inSchool(on, schoolId, async (db) => {
    await db
      .updateTable('users')
      .set({ limitedToClasses: true })
      .where('schoolId', '=', schoolId)
      .where('id', '=', userId)
      .execute()
    await db.insertInto('classAdmins').values({ schoolId, userId, classId }).execute()
  })
}

/**
 * Adds students without accounts.
 * @param sectionId null enrols them in no section
 * @param students their columns and rolls, or how many to add
 * @param firstRoll roll of the first; the next have the numbers after it. Without a name they are called Pupil 2,
 * Pupil 3, … after their number.
 * @returns their ids in the same order
 */
export function addStudents(
  on: TxOrWorld,
  { id: schoolId, termId }: SchoolTerm,
  sectionId: number | null,
  students: number | readonly NewStudent[],
  firstRoll = 2,
): Promise<number[]> {
  const wanted: readonly NewStudent[] = typeof students === 'number' ? Array.from({ length: students }, () => ({})) : students
  return inSchool(on, schoolId, async (db) => {
    const rows = await db
      .insertInto('students')
      .values(
        wanted.map(({ roll: _roll, ...given }, place) => ({
          schoolId,
          createTermId: termId,
          name: `Pupil ${firstRoll + place}`,
          nameKeys: nameKeys(given.name ?? 'Pupil'),
          phone: `98220000${String(10 + firstRoll + place).slice(-2)}`,
          qrcode: randomUUID(),
          ...given,
        })),
      )
      .returning('id')
      .execute()
    const ids = rows.map(({ id }) => id)
    await listStudentPhones(db, schoolId, ids)
    const enrolments = ids.map((studentId, place) => ({ studentId, roll: wanted[place]?.roll ?? String(firstRoll + place) }))
    if (sectionId !== null) await enrol(db, { id: schoolId, termId }, sectionId, enrolments)
    return ids
  })
}

/** Enrols students in a section of the term, by default without a roll. */
export function enrol(
  on: TxOrWorld,
  { id: schoolId, termId }: SchoolTerm,
  sectionId: number,
  students: readonly { studentId: number; roll?: string }[],
): Promise<void> {
  return inSchool(on, schoolId, async (db) => {
    await db
      .insertInto('enrolments')
      .values(students.map((student) => ({ schoolId, termId, sectionId, ...student })))
      .execute()
  })
}

/**
 * Adds a subject with a slot on each of the weekdays, 0 for Sunday, and a teacher if `userId` is given. Returns its id.
 */
export function addSubject(
  on: TxOrWorld,
  { id: schoolId, termId }: SchoolTerm,
  subject: {
    sectionId: number
    name?: string
    sr?: number
    days?: readonly number[]
    starts?: string
    ends?: string
    userId?: number
  },
): Promise<number> {
  const { sectionId, name = 'Maths', sr = 1, days = [], starts = '09:00', ends = '10:00', userId } = subject
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('subjects')
      .values({ schoolId, termId, sectionId, name, sr })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (days.length > 0)
      await db
        .insertInto('subjectSlots')
        .values(days.map((day) => ({ schoolId, subjectId: id, day, starts, ends })))
        .execute()
    if (userId !== undefined) await db.insertInto('subjectTeachers').values({ schoolId, subjectId: id, userId }).execute()
    return id
  })
}

/** Adds a book of a subject, with a teacher if `userId` is given, and returns its id. */
export function addBook(
  on: TxOrWorld,
  { id: schoolId }: Pick<SchoolTerm, 'id'>,
  { userId, ...book }: NewRow<Books> & { subjectId: number; name: string; userId?: number },
): Promise<number> {
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('books')
      .values({ schoolId, ...book })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (userId !== undefined) await db.insertInto('bookTeachers').values({ schoolId, bookId: id, userId }).execute()
    return id
  })
}

/** Adds a register of a section, by default today's, with marks by student and their counts. Returns its id. */
export function addRegister(
  on: TxOrWorld,
  { id: schoolId, termId }: SchoolTerm,
  register: NewRow<Registers> & { sectionId: number },
  marks: readonly { studentId: number; value: string }[],
): Promise<number> {
  const count = (value: string) => marks.filter((mark) => mark.value === value).length
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('registers')
      .values({
        schoolId,
        termId,
        day: schoolDay(new Date()),
        session: 'DAY',
        takenBy: randomUUID(),
        takenByName: 'A Teacher',
        present: count('P'),
        absent: count('A'),
        late: count('L'),
        ...register,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (marks.length > 0)
      await db
        .insertInto('marks')
        .values(marks.map((mark) => ({ schoolId, registerId: id, ...mark })))
        .execute()
    return id
  })
}

/** Makes a register of the session LECTURE a lecture, by default a live one that closes in an hour. */
export function addLecture(
  on: TxOrWorld,
  { id: schoolId }: Pick<SchoolTerm, 'id'>,
  registerId: number,
  lecture: Omit<NewRow<Lectures>, 'registerId'> = {},
): Promise<void> {
  return inSchool(on, schoolId, async (db) => {
    const closesAt = fromNow(3_600_000)
    await db
      .insertInto('lectures')
      .values({ schoolId, registerId, batch: randomUUID(), teacherName: 'A Teacher', closesAt, ...lecture })
      .execute()
  })
}

/** Adds a fee category without fees, and returns its id. */
export function addFeeCategory(
  on: TxOrWorld,
  { id: schoolId, termId }: SchoolTerm,
  category: NewRow<FeeCategories> & { name: string },
): Promise<number> {
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('feeCategories')
      .values({ schoolId, termId, ...category })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/**
 * Adds fees to a category. Amounts in paise; a fee without an amount is not fixed, one without a month is paid once.
 * @returns their ids in the same order
 */
export function addFees(
  on: TxOrWorld,
  { id: schoolId, termId }: SchoolTerm,
  feeCategoryId: number,
  fees: readonly NewFee[],
): Promise<number[]> {
  return inSchool(on, schoolId, async (db) => {
    const rows = await db
      .insertInto('fees')
      .values(
        fees.map((fee, place) => ({
          schoolId,
          termId,
          feeCategoryId,
          slug: fee.name.toLowerCase().replaceAll(' ', '-'),
          amount: 0,
          fixedAmount: fee.amount !== undefined,
          sr: place + 1,
          ...fee,
        })),
      )
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  })
}

/** Assigns a fee category to students, who then pay its fees: of some months, or all. */
export function assignFees(
  on: TxOrWorld,
  { id: schoolId, termId }: SchoolTerm,
  feeCategoryId: number,
  studentIds: readonly number[],
  { months, firstPart }: AssignedMonths = allMonths,
): Promise<void> {
  return inSchool(on, schoolId, async (db) => {
    await db
      .insertInto('studentFeeCategories')
      .values(
        studentIds.map((studentId) => ({ schoolId, termId, studentId, feeCategoryId, months: months && [...months], firstPart })),
      )
      .execute()
  })
}

/** Adds a bank account whose secrets nobody can open, and returns its id. For payments online see `addMerchant`. */
export function addBankAccount(
  on: TxOrWorld,
  { id: schoolId }: Pick<SchoolTerm, 'id'>,
  account: NewRow<BankAccounts> & { name: string },
): Promise<number> {
  const sealed = Buffer.from('never opened here')
  return inSchool(on, schoolId, async (db) => {
    const { id } = await db
      .insertInto('bankAccounts')
      .values({
        schoolId,
        accNumber: '123456789',
        ifsc: 'SBIN0001234',
        keyId: 'key',
        keySecretSealed: sealed,
        miscSealed: sealed,
        ...account,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Makes a fee category's money go to a bank account, or to none. */
export function setBankAccount(
  on: TxOrWorld,
  { id: schoolId }: Pick<SchoolTerm, 'id'>,
  feeCategoryId: number,
  bankAccountId: number | null,
): Promise<void> {
  return inSchool(on, schoolId, async (db) => {
    await db
      .updateTable('feeCategories')
      .set({ bankAccountId })
      .where('schoolId', '=', schoolId)
      .where('id', '=', feeCategoryId)
      .execute()
  })
}

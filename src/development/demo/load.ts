import { createHash } from 'node:crypto'
import { createAccounts, giveOwnPassword } from '#platform/auth/accounts.ts'
import { type Database, enterSchool, type Tx } from '#platform/database/connect.ts'
import { listStudentPhones } from '#platform/guardians/studentPhones.ts'
import { schoolDay } from '#shared/dates.ts'
import { nameKeys } from '#shared/nameSearch.ts'
import { showSchoolYear } from '#shared/schoolYears.ts'
import type { Role } from '#shared/roles.ts'
import { demoPassword } from './accounts.ts'
import { addAttendance } from './attendance.ts'
import { addCases } from './attention.ts'
import '#app/domainLinks.ts'
import { addCertificates } from './certificates.ts'
import { addChat } from './chat.ts'
import { addIncidents } from './discipline.ts'
import { addExams } from './exams.ts'
import { addMoney, type Clerk, type DemoStudent } from './fees.ts'
import { addScans } from './gate.ts'
import { addIdCards, type DemoFiles } from './idCards.ts'
import { inventedGovernmentIds } from './governmentIds.ts'
import { boys, fathers, girls, type Inventor, inventor, mothers, surnames, towns } from './invent.ts'
import { addMessaging } from './messages.ts'
import { addOpeningDues } from './openingDues.ts'
import { college, type DemoSchool, gurukul } from './schools.ts'
import { demoYear } from './schoolYear.ts'
import { addSections, type DemoSection } from './sections.ts'
import { addYearBefore, wasThereBefore } from './yearBefore.ts'

/**
 * Loads two schools that are the same on every machine: one DAILY with all modules and 600 students, one SUBJECTWISE
 * with 200. Runs in one transaction; does nothing if a school or user exists.
 * @param given the secret that seals the bank accounts' keys, the current moment, and the folder or bucket of files,
 *   without which there are no photos
 * @returns whether the demo was loaded
 */
export async function loadDemo(database: Database, given: Given): Promise<boolean> {
  const { count } = await database.kysely
    .selectFrom('schools')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > 1) return false
  await database.transaction(0, async (db) => {
    const owner = await addUsers(db, 0, [{ name: 'Savita Rane', email: 'superadmin@shala.test', role: 'SUPERADMIN' }])
    await giveOwnPassword(db, subjectsOf(owner), demoPassword)
    const money = { secretKey: given.secretKey, now: given.now ?? new Date() }
    const { dataDir, storageUrl } = given
    const files = dataDir === undefined ? null : { dataDir, storageUrl }
    const common = { ...money, owner: { subject: owner[0]?.subject ?? '', name: owner[0]?.name ?? '' } }
    await addSchool(db, gurukul, inventor(1948), { ...common, files })
    await addSchool(db, college, inventor(1962), { ...common, files: null })
  })
  return true
}

interface Given extends Partial<DemoFiles> {
  secretKey: string
  now?: Date
}

interface Person {
  name: string
  email: string
  role: Role
}

/** Values that both schools share. */
interface Office {
  secretKey: string
  now: Date
  files: DemoFiles | null
  /** The SUPERADMIN. */
  owner: Clerk
}

interface Added {
  id: number
  name: string
  subject: string
}

async function addUsers(db: Tx, schoolId: number, people: readonly Person[]): Promise<Added[]> {
  const rows = await db
    .insertInto('users')
    .values(people.map((person) => ({ schoolId, phone: demoPassword, nameKeys: nameKeys(person.name), ...person })))
    .returning(['id', 'name', 'email'])
    .execute()
  const subjects = await createAccounts(
    db,
    rows.map((row) => ({ email: row.email, name: row.name, schoolId, userId: row.id })),
  )
  return rows.map(({ id, name }, index) => ({ id, name, subject: subjects[index] ?? '' }))
}

/**
 * Returns the subjects of the README's accounts. They get their own password, so that the demo asks nobody to choose
 * one.
 */
function subjectsOf(accounts: readonly Added[]): string[] {
  return accounts.map((account) => account.subject)
}

async function addSchool(db: Tx, school: DemoSchool, invent: Inventor, given: Office): Promise<void> {
  const { files, owner, ...money } = given
  const { id: schoolId } = await db.insertInto('schools').values(school.settings).returning('id').executeTakeFirstOrThrow()
  await enterSchool(db, schoolId)
  const year = demoYear(schoolDay(money.now))
  const [before, current] = await db
    .insertInto('terms')
    .values([
      { schoolId, ...termOf(year - 1), current: false },
      { schoolId, ...termOf(year), current: true },
      // The next term exists and is empty: once it is current, students of this term can be promoted to it.
      { schoolId, ...termOf(year + 1), current: false },
    ])
    .returning('id')
    .execute()
  const [beforeId, termId] = [before?.id ?? 0, current?.id ?? 0]

  const named = await addUsers(db, schoolId, school.people)
  await giveOwnPassword(db, subjectsOf(named), demoPassword)
  const teachers = await addUsers(
    db,
    schoolId,
    Array.from({ length: school.teachers }, (_, index) => {
      const first = invent.pick(index % 2 ? boys : girls)
      const last = invent.pick(surnames)
      return {
        name: `${first} ${last}`,
        email: `${first}.${last}.${index + 1}@${school.domain}`.toLowerCase(),
        role: 'TEACHER' as const,
      }
    }),
  )
  const teacherIds = [...named.filter((_, index) => school.people[index]?.role === 'TEACHER'), ...teachers].map(
    (teacher) => teacher.id,
  )

  const sections = await addSections(db, schoolId, termId, school, school.classes, teacherIds)
  await addSubjects(db, schoolId, termId, school, sections, teacherIds)
  const students = await addStudents(db, { schoolId, beforeId, termId, year, school, sections }, invent)
  const pupilsBefore = await addYearBefore(db, { schoolId, termId: beforeId, school, teacherIds }, students)
  const clerks = (['FEES', 'ADMIN'] as const).flatMap((role) =>
    school.people.flatMap((person, index) =>
      person.role === role ? [{ subject: named[index]?.subject ?? '', name: person.name }] : [],
    ),
  )
  const terms = {
    before: { id: beforeId, startsOn: termOf(year - 1).startsOn, students: pupilsBefore },
    current: { id: termId, startsOn: termOf(year).startsOn, students },
  }
  await addMoney(db, { schoolId, ...terms, school, invent, clerks, ...money })
  const head = clerks.at(-1)
  if (head && school === gurukul) await addOpeningDues(db, { schoolId, termId: beforeId, year, head }, pupilsBefore)
  await addIdCards(db, { schoolId, year, files }, { students, staff: [...named, ...teachers] })
  const attType = school.settings.attType === 'SUBJECTWISE' ? 'SUBJECTWISE' : 'DAILY'
  await addAttendance(db, { schoolId, termId, now: money.now }, attType)
  if (school.settings.exams && head) await addExams(db, { schoolId, ...terms, subjects: school.subjects, head, now: money.now })
  if (school.settings.qrcode) await addScans(db, schoolId)
  await addCases(db, { schoolId, now: money.now })
  if (school.settings.chat) await addChat(db, { schoolId, termId, now: money.now })
  if (school.settings.discipline) await addIncidents(db, { schoolId, termId, now: money.now })
  if (head) await addMessaging(db, { schoolId, termId, school, now: money.now, owner, head }, students)
  if (school.leaving > 0 && head)
    await addCertificates(db, { schoolId, termId, now: money.now, clerk: head }, students.slice(-school.leaving))
  if (school.buses.length > 0)
    await db
      .insertInto('buses')
      .values(
        school.buses.map((busno, index) => ({
          schoolId,
          busno,
          deviceId: `GT06-${2101 + index}`,
          gpsId: `35873908${4100 + index}`,
          simNumber: `98220${41001 + index}`,
        })),
      )
      .execute()
}

/** Returns the name and the first day of the term that begins in a year. */
function termOf(year: number) {
  return { name: showSchoolYear(year), startsOn: `${year}-04-01` }
}

async function addSubjects(
  db: Tx,
  schoolId: number,
  termId: number,
  school: DemoSchool,
  sections: readonly DemoSection[],
  teacherIds: readonly number[],
): Promise<void> {
  const wanted = sections.flatMap((section) =>
    school.subjects.map((name, index) => ({ sectionId: section.id, name, sr: index + 1 })),
  )
  const subjects = await db
    .insertInto('subjects')
    .values(wanted.map((subject) => ({ schoolId, termId, ...subject })))
    .returning(['id', 'name', 'sr'])
    .execute()
  const teacherOf = (index: number) => teacherIds[(index * 7) % teacherIds.length] ?? 0
  await db
    .insertInto('subjectTeachers')
    .values(subjects.map((subject, index) => ({ schoolId, subjectId: subject.id, userId: teacherOf(index) })))
    .execute()
  await db
    .insertInto('subjectSlots')
    .values(
      subjects.flatMap((subject) =>
        [1, 3, 5].map((day) => ({
          schoolId,
          subjectId: subject.id,
          day,
          starts: `${8 + subject.sr}:00`,
          ends: `${9 + subject.sr}:00`,
        })),
      ),
    )
    .execute()
  const books = await db
    .insertInto('books')
    .values(
      subjects.map((subject) => ({
        schoolId,
        subjectId: subject.id,
        name: `${subject.name} Textbook`,
        pages: 120 + subject.sr * 16,
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('bookTeachers')
    .values(books.map((book, index) => ({ schoolId, bookId: book.id, userId: teacherOf(index) })))
    .execute()
}

interface Admission {
  schoolId: number
  beforeId: number
  termId: number
  /** The year in which the current term begins. */
  year: number
  school: DemoSchool
  sections: readonly DemoSection[]
}

async function addStudents(db: Tx, admission: Admission, invent: Inventor): Promise<DemoStudent[]> {
  const { schoolId, termId, school, sections } = admission
  const places = Array.from({ length: school.students }, (_, index) => ({
    section: sections[index % sections.length] as DemoSection,
    roll: String(Math.floor(index / sections.length) + 1),
  }))
  const rows = await db
    .insertInto('students')
    .values(
      places.map(({ section }, index) => ({
        ...inventedStudent(admission, section, index, invent),
        ...inventedGovernmentIds({ termId, className: section.className, sectionName: section.name, index }),
      })),
    )
    .returning(['id', 'name', 'loginEmail', 'registerNo', 'phone'])
    .execute()
  await listStudentPhones(db, schoolId, null)
  await db
    .insertInto('enrolments')
    .values(
      rows.map((row, index) => ({
        schoolId,
        termId,
        studentId: row.id,
        sectionId: places[index]?.section.id ?? 0,
        roll: places[index]?.roll ?? '0',
      })),
    )
    .execute()
  const withLogin = rows.filter((row) => row.loginEmail !== null)
  const subjects = await createAccounts(
    db,
    withLogin.map((row) => ({ email: row.loginEmail ?? '', name: row.name, schoolId, studentId: row.id })),
  )
  const named = withLogin.findIndex((row) => row.loginEmail === 'student@shala.test')
  if (named >= 0) await giveOwnPassword(db, [subjects[named] ?? ''], demoPassword)
  return rows.map(({ id, name, registerNo, phone }, index) => {
    const { section, roll } = places[index] as (typeof places)[number]
    return { id, index, name, registerNo, phone, roll, className: section.className, sectionName: section.name }
  })
}

function inventedStudent(admission: Admission, section: DemoSection, index: number, invent: Inventor) {
  const { schoolId, school, year } = admission
  const isOld = wasThereBefore(school, section.className, index)
  const girl = invent.below(2) === 0
  const firstName = invent.pick(girl ? girls : boys)
  const born = year - (Number.parseInt(section.className, 10) + 5)
  const month = String(1 + invent.below(12)).padStart(2, '0')
  const day = String(1 + invent.below(28)).padStart(2, '0')
  // Two children in three have a sibling at the school, with the same parents, address and phone.
  const family = Math.floor(index / 1.5)
  const home = inventor(family)
  const surname = home.pick(surnames)
  const phone = `98${String(22_000_000 + family * 37).padStart(8, '0')}`
  const registerNo = `${school.registerPrefix}${String(index + 1).padStart(4, '0')}`
  return {
    schoolId,
    createTermId: isOld ? admission.beforeId : admission.termId,
    name: `${firstName} ${surname}`,
    nameKeys: nameKeys(`${firstName} ${surname}`),
    firstName,
    surname,
    registerNo,
    phone,
    // One family in three reads Marathi, one in thirteen Hindi; the others have chosen nothing.
    language: family % 3 === 2 ? 'mr' : family % 13 === 0 ? 'hi' : '',
    gender: girl ? 'FEMALE' : 'MALE',
    birthdate: `${born}-${month}-${day}`,
    dateOfAdmission: `${isOld ? year - school.classes.indexOf(section.className) : year}-06-15`,
    fatherName: `${home.pick(fathers)} ${surname}`,
    motherName: `${home.pick(mothers)} ${surname}`,
    // One in twelve is too short for UDISE+.
    address: `${1 + home.below(90)}, ${home.pick(towns)}, Pune${family % 12 === 5 ? '' : ', Maharashtra'}`,
    dist: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    bloodgroup: invent.pick(['A+', 'B+', 'O+', 'AB+', 'O-']),
    loginEmail: index === 0 && school.studentLogin ? school.studentLogin : `${registerNo}@${school.domain}`.toLowerCase(),
    // A code that nobody can guess, but the same on every machine.
    qrcode: createHash('sha256').update(`${school.domain} ${index}`).digest('base64url').slice(0, 16),
  }
}

import { randomUUID } from 'node:crypto'
import '#app/domainLinks.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import type { Call } from '#platform/command.ts'
import { Database, type Tx } from '#platform/database/connect.ts'
import { payuClient } from '#platform/payu/client.ts'
import { pushClient } from '#platform/push/client.ts'
import type { Services } from '#platform/services.ts'
import { viewerOf } from '#platform/viewer.ts'
import type { Role } from '#shared/roles.ts'

/** Everybody that a permission can depend on. `limitedAdmin` may see class 7 only; `disabled` is a disabled ADMIN. */
export const people = [
  'superadmin',
  'admin',
  'limitedAdmin',
  'fees',
  'teacher',
  'attendant',
  'student',
  'disabled',
  'anonymous',
] as const
export type Who = (typeof people)[number]

/**
 * A school of the test world: its current term, classes 7 and 8, sections 7-A, 7-B and 8-A, and a student in 7-A and in
 * 8-A.
 */
export interface TestSchool {
  id: number
  termId: number
  class7: number
  class8: number
  section7A: number
  section7B: number
  section8A: number
  student7A: number
  student8A: number
  /** User ids; the teacher teaches section 7-A. */
  users: Record<'admin' | 'limitedAdmin' | 'fees' | 'teacher' | 'attendant' | 'disabled', number>
  subjects: Partial<Record<Who, string>>
}

export interface World {
  database: Database
  own: TestSchool
  other: TestSchool
  /** Returns a call as this person of a school (by default the own one), loaded as the server loads it. */
  call(who: Who, school?: TestSchool): Promise<Call>
}

/** Creates a world on a test file's own database. Call it in beforeAll, and `close` in afterAll. */
export async function testWorld(): Promise<World & { ownerUrl: string; appUrl: string; close(): Promise<void> }> {
  // Imported here, because it works only in a test run, and the matrix creates its world without one.
  const { testDatabase } = await import('./database.ts')
  const test = await testDatabase()
  const database = new Database(test.appUrl, { onError: () => {}, connections: 4 })
  const config = loadConfig({ DATA_DIR: test.dataDir, SECRET_KEY: test.secretKey, DATABASE_URL: test.ownerUrl })
  return {
    ...(await worldOn(database, config)),
    ownerUrl: test.ownerUrl,
    appUrl: test.appUrl,
    close: async () => {
      await database.close()
      await test.drop()
    },
  }
}

/** Creates two schools with every module on and one person of each kind, on any migrated, empty database. */
export async function worldOn(database: Database, config: Config): Promise<World> {
  // No worker and no gateway run here; a test of either starts it itself.
  const services: Services = {
    config,
    jobs: { send: async () => undefined },
    payu: payuClient('http://127.0.0.1:9'),
    push: pushClient(config.push),
    canSend: { WHATSAPP: true, SMS: true },
  }
  const superadmin = await addPerson(database, 0, { role: 'SUPERADMIN', name: 'Super Admin', email: 'super@world.test' })
  const own = await addSchool(database, 'Own School', 'own')
  const other = await addSchool(database, 'Other School', 'other')
  return {
    database,
    own,
    other,
    call: async (who, school = own) => {
      const subject = who === 'superadmin' ? superadmin.subject : school.subjects[who]
      return {
        database,
        services,
        viewer: subject ? await viewerOf(database, subject) : null,
        requestId: `test-${who}`,
        address: '127.0.0.1',
      }
    },
  }
}

async function addPerson(
  database: Database,
  schoolId: number,
  person: { role: Role; name: string; email: string; disabled?: boolean },
): Promise<{ id: number; subject: string }> {
  const subject = randomUUID()
  return database.transaction(schoolId, async (db) => {
    const { id } = await db
      .insertInto('users')
      .values({ schoolId, subject, phone: '9876543210', ...person })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('logins').values({ subject, schoolId, userId: id }).execute()
    return { id, subject }
  })
}

async function addSchool(database: Database, name: string, tag: string): Promise<TestSchool> {
  const { id } = await database.kysely
    .insertInto('schools')
    .values({
      name,
      adminPhone: '9876543210',
      studentEmail: '',
      buses: true,
      feesModule: true,
      onlineFees: true,
      manySchoolNames: true,
      qrcode: true,
      liveLecture: true,
      chat: true,
      attNotification: true,
      rfid: true,
      discipline: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kinds = ['admin', 'limitedAdmin', 'fees', 'teacher', 'attendant', 'disabled'] as const
  const roleOf = {
    admin: 'ADMIN',
    limitedAdmin: 'ADMIN',
    fees: 'FEES',
    teacher: 'TEACHER',
    attendant: 'ATTENDANT',
    disabled: 'ADMIN',
  } as const
  const users = {} as TestSchool['users']
  const subjects: TestSchool['subjects'] = {}
  for (const kind of kinds) {
    const person = await addPerson(database, id, {
      role: roleOf[kind],
      name: `${kind} of ${name}`,
      email: `${kind.toLowerCase()}@${tag}.test`,
      disabled: kind === 'disabled',
    })
    users[kind] = person.id
    subjects[kind] = person.subject
  }
  const made = await database.transaction(id, async (db) => {
    const term = await db
      .insertInto('terms')
      .values({ schoolId: id, name: '2026-27', current: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const termId = term.id
    const newClass = async (className: string) =>
      (await db.insertInto('classes').values({ schoolId: id, termId, name: className }).returning('id').executeTakeFirstOrThrow())
        .id
    const newSection = async (classId: number, section: string) =>
      (
        await db
          .insertInto('sections')
          .values({ schoolId: id, termId, classId, name: section, sr: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const [class7, class8] = [await newClass('7'), await newClass('8')]
    const [section7A, section7B, section8A] = [
      await newSection(class7, 'A'),
      await newSection(class7, 'B'),
      await newSection(class8, 'A'),
    ]
    await db.insertInto('classAdmins').values({ schoolId: id, userId: users.limitedAdmin, classId: class7 }).execute()
    await db.insertInto('sectionTeachers').values({ schoolId: id, sectionId: section7A, userId: users.teacher }).execute()
    const subject = randomUUID()
    const student7A = await newStudent(db, id, termId, section7A, 'Asha Patil', subject)
    const student8A = await newStudent(db, id, termId, section8A, 'Rohan Patil', null)
    await db.insertInto('logins').values({ subject, schoolId: id, studentId: student7A }).execute()
    subjects.student = subject
    return { termId, class7, class8, section7A, section7B, section8A, student7A, student8A }
  })
  return { id, ...made, users, subjects }
}

async function newStudent(db: Tx, schoolId: number, termId: number, sectionId: number, name: string, subject: string | null) {
  const { id } = await db
    .insertInto('students')
    .values({ schoolId, name, subject, phone: '9876543210', qrcode: randomUUID(), createTermId: termId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('enrolments').values({ schoolId, termId, studentId: id, sectionId, roll: '1' }).execute()
  return id
}

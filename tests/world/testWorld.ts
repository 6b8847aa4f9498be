import '#app/domainLinks.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import type { Call } from '#platform/command.ts'
import { Database } from '#platform/database/connect.ts'
import { payuClient } from '#platform/payu/client.ts'
import { pushClient } from '#platform/push/client.ts'
import type { Services } from '#platform/services.ts'
import { viewerOf } from '#platform/viewer.ts'
import type { Role } from '#shared/roles.ts'
import {
  addClass,
  addSchool,
  addSection,
  addSectionTeacher,
  addStudents,
  addTerm,
  addUser,
  giveAccount,
  limitToClass,
} from './rows.ts'

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

/** A world on a test file's own database. */
export interface TestWorld extends World {
  /** Owner of the database, not bound by row-level security: for `asOwner`. */
  ownerUrl: string
  /** The server's role. */
  appUrl: string
  /** Deletes the database. */
  close(): Promise<void>
}

/**
 * Returns a world on a test file's own database. Call it in beforeAll, and `close` in afterAll.
 *
 * @param anew stores the world now, for a file whose moment is not the run's: else its rows could be of the future
 */
export async function testWorld(anew = false): Promise<TestWorld> {
  // Imported here, because they work only in a test run, and the matrix creates its world without one.
  const [{ testDatabase }, { inject }] = await Promise.all([import('../database.ts'), import('vitest')])
  const { template, planted } = inject('world')
  const test = await testDatabase(anew ? undefined : template)
  const database = new Database(test.appUrl, { onError: () => {}, connections: 4 })
  // A connection that is late because the machine is busy is none of a test's business.
  database.pool.options.connectionTimeoutMillis = 60_000
  const config = loadConfig({ DATA_DIR: test.dataDir, SECRET_KEY: test.secretKey, DATABASE_URL: test.ownerUrl })
  return {
    ...worldFrom(database, config, anew ? await plantWorld(database) : planted),
    ownerUrl: test.ownerUrl,
    appUrl: test.appUrl,
    close: async () => {
      await database.close()
      await test.drop()
    },
  }
}

/** What is stored of a world. */
export interface PlantedWorld {
  /** Subject of the super administrator. */
  superadmin: string
  own: TestSchool
  other: TestSchool
}

/** Stores two schools with every module on and one person of each kind, in any migrated, empty database. */
export async function plantWorld(database: Database): Promise<PlantedWorld> {
  const superadmin = await addPerson(database, 0, { role: 'SUPERADMIN', name: 'Super Admin', email: 'super@world.test' })
  return {
    superadmin: superadmin.subject,
    own: await addTestSchool(database, 'Own School', 'own'),
    other: await addTestSchool(database, 'Other School', 'other'),
  }
}

/** Stores a world in any migrated, empty database and returns it. */
export async function worldOn(database: Database, config: Config): Promise<World> {
  return worldFrom(database, config, await plantWorld(database))
}

function worldFrom(database: Database, config: Config, { superadmin, own, other }: PlantedWorld): World {
  // No worker and no gateway run here; a test of either starts it itself.
  const services: Services = {
    config,
    jobs: { send: async () => undefined },
    payu: payuClient('http://127.0.0.1:9'),
    push: pushClient(config.push),
    canSend: { WHATSAPP: true, SMS: true },
  }
  return {
    database,
    own,
    other,
    call: async (who, school = own) => {
      const subject = who === 'superadmin' ? superadmin : school.subjects[who]
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

const kinds = {
  admin: 'ADMIN',
  limitedAdmin: 'ADMIN',
  fees: 'FEES',
  teacher: 'TEACHER',
  attendant: 'ATTENDANT',
  disabled: 'ADMIN',
} as const satisfies Record<string, Role>

/** Adds a user with an account. */
async function addPerson(
  database: Database,
  schoolId: number,
  person: { role: Role; name: string; email: string; disabled?: boolean },
): Promise<{ id: number; subject: string }> {
  return database.transaction(schoolId, async (db) => {
    const id = await addUser(db, { id: schoolId }, person)
    return { id, subject: await giveAccount(db, { id: schoolId }, { userId: id }) }
  })
}

async function addTestSchool(database: Database, name: string, tag: string): Promise<TestSchool> {
  const id = await addSchool(database, {
    name,
    studentEmail: '',
    buses: true,
    feesModule: true,
    onlineFees: true,
    multipleAccounts: true,
    manySchoolNames: true,
    qrcode: true,
    liveLecture: true,
    chat: true,
    attNotification: true,
    rfid: true,
    discipline: true,
    exams: true,
  })
  const users = {} as TestSchool['users']
  const subjects: TestSchool['subjects'] = {}
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const person = await addPerson(database, id, {
      role: kinds[kind],
      name: `${kind} of ${name}`,
      email: `${kind.toLowerCase()}@${tag}.test`,
      disabled: kind === 'disabled',
    })
    users[kind] = person.id
    subjects[kind] = person.subject
  }
  const made = await database.transaction(id, async (db) => {
    const term = { id, termId: await addTerm(db, { id }, { name: '2026-27', current: true }) }
    const [class7, class8] = [await addClass(db, term, '7'), await addClass(db, term, '8')]
    const section7A = await addSection(db, term, { classId: class7, name: 'A', sr: 1 })
    const section7B = await addSection(db, term, { classId: class7, name: 'B', sr: 1 })
    const section8A = await addSection(db, term, { classId: class8, name: 'A', sr: 1 })
    await limitToClass(db, term, users.limitedAdmin, class7)
    await addSectionTeacher(db, term, section7A, users.teacher)
    const phone = '9876543210'
    const [student7A = 0] = await addStudents(db, term, section7A, [{ name: 'Asha Patil', phone, roll: '1' }])
    const [student8A = 0] = await addStudents(db, term, section8A, [{ name: 'Rohan Patil', phone, roll: '1' }])
    subjects.student = await giveAccount(db, term, { studentId: student7A })
    return { termId: term.termId, class7, class8, section7A, section7B, section8A, student7A, student8A }
  })
  return { id, ...made, users, subjects }
}

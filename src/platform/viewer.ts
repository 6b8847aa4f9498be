import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Role } from '#shared/roles.ts'
import { knownPasswords } from './auth/accounts.ts'
import { forgetSessions } from './auth/openSessions.ts'
import type { VerifiedToken } from './auth/tokens.ts'
import type { Call } from './command.ts'
import type { Database } from './database/connect.ts'
import { cacheTopic } from './database/cacheInvalidation.ts'
import { shortLivedCache } from './database/shortLivedCache.ts'
import { batchedLookup } from './database/batchedLookup.ts'
import { recentStudents } from './recentStudents.ts'

/** Who is asking, loaded on the server from the token's subject; nothing of it comes from the browser. */
export interface Viewer {
  /** The auth service's id of the account. */
  subject: string
  role: Role
  /** 0 for a SUPERADMIN, who belongs to the installation. */
  schoolId: number
  userId: number | null
  studentId: number | null
  name: string
  email: string
  phone: string
  /** The classes an ADMIN is limited to; null means every class. */
  classIds: readonly number[] | null
  /** A TEACHER's own meeting account. */
  zoom: { id: string; password: string; link: string } | null
  /** Where a STUDENT sits in the school's current term. */
  place: { classId: number; sectionId: number; roll: string } | null
  /** False while the password is the phone number of the record, or one that an admin set. */
  ownPassword: boolean
}

/** What a verified token says of who asks; `password` as in `VerifiedToken`. */
export interface Caller {
  subject: string
  password?: VerifiedToken['password']
  session?: string | null
}

/** Another sign-in service may name people differently; nobody of ours is behind such a name. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const viewers = shortLivedCache<string, Viewer>(20_000)
const students = recentStudents({ load: loadStudents })
const people = cacheTopic('viewer', {
  forget: (database, subjects) => {
    for (const subject of subjects) {
      viewers(database).delete(subject)
      students.delete(database, subject)
    }
  },
  forgetAll: (database) => {
    viewers(database).clear()
    students.clear(database)
  },
})

/** The viewer behind a verified subject; null when there is no record, or it is disabled: that person is signed out. */
export async function viewerOf(database: Database, subject: string): Promise<Viewer | null> {
  const known = viewers(database).get(subject) ?? students.get(database, subject)
  if (known) return known
  const age = people.age(database)
  const viewer = (await load(database, subject)) ?? null
  if (people.age(database) !== age) return viewer
  // Who has just chosen a password must not be held up by what another process has remembered.
  if (viewer === null || !viewer.ownPassword) return viewer
  if (viewer.role === 'STUDENT') students.set(database, viewer)
  else viewers(database).set(subject, viewer)
  return viewer
}

/**
 * Returns who asks with a verified token. Without a password of their own a person is nobody yet, on every door: the token has to
 * be issued for such a password, and the account still has to have one.
 */
export async function callerOf(database: Database, token: Caller): Promise<Pick<Call, 'viewer' | 'mustChoosePassword'>> {
  const viewer = await viewerOf(database, token.subject)
  if (viewer === null || token.password === 'elsewhere') return { viewer }
  return token.password !== 'known' && viewer.ownPassword ? { viewer } : { viewer: null, mustChoosePassword: true }
}

/** Makes a change of a person's record, or the end of the person's sessions, count at once in every process. */
export function forgetViewer(database: Database, subject: string | null): void {
  if (!subject) return
  people.forget(database, subject)
  forgetSessions(database, subject)
}

/** The people behind subjects who may be in: in the minute in which a school's lectures begin, thousands come at once. */
const load = batchedLookup(async (database: Database, subjects: readonly string[]): Promise<Map<string, Viewer>> => {
  const logins = await database.kysely
    .selectFrom('logins')
    .selectAll()
    .where(sql<boolean>`subject = any(${subjects.filter((subject) => uuid.test(subject))}::uuid[])`)
    .execute()
  const ofStudents = Map.groupBy(
    logins.filter((login) => login.studentId !== null),
    (login) => login.schoolId,
  )
  const found = await Promise.all([
    ...logins.flatMap(({ schoolId, subject, userId }) =>
      userId === null ? [] : [loadUser(database, schoolId, subject, userId)],
    ),
    ...[...ofStudents].map(([schoolId, rows]) =>
      loadStudents(
        database,
        schoolId,
        rows.map((row) => row.subject),
      ),
    ),
  ])
  return new Map(found.flat().map((viewer) => [viewer.subject, viewer]))
})

async function loadUser(database: Database, schoolId: number, subject: string, userId: number): Promise<Viewer[]> {
  const db = database.kysely
  const [known, [user]] = await database.read(schoolId, [
    knownPasswords([subject]),
    db
      .selectFrom('users')
      .select((row) => [
        'id',
        'name',
        'email',
        'phone',
        'role',
        'zoomId',
        'zoomPassword',
        'zoomLink',
        jsonArrayFrom(
          row
            .selectFrom('classAdmins')
            .select('classId')
            .whereRef('classAdmins.schoolId', '=', 'users.schoolId')
            .whereRef('classAdmins.userId', '=', 'users.id'),
        ).as('classes'),
      ])
      .where('schoolId', '=', schoolId)
      .where('id', '=', userId)
      .where('disabled', '=', false),
  ] as const)
  if (!user) return []
  const limited = user.role === 'ADMIN' && user.classes.length > 0
  return [
    {
      subject,
      role: user.role as Role,
      schoolId,
      userId: user.id,
      studentId: null,
      name: user.name,
      email: user.email,
      phone: user.phone,
      classIds: limited ? user.classes.map((row) => row.classId) : null,
      zoom: user.role === 'TEACHER' ? { id: user.zoomId, password: user.zoomPassword, link: user.zoomLink } : null,
      place: null,
      ownPassword: known.length === 0,
    },
  ]
}

/** The enabled students of a school behind subjects, with their place in the current term: one round trip for all of them. */
async function loadStudents(database: Database, schoolId: number, subjects: readonly string[]): Promise<Viewer[]> {
  const db = database.kysely
  const [known, rows] = await database.read(schoolId, [
    knownPasswords(subjects),
    db
      .selectFrom('logins')
      .innerJoin('students', (on) =>
        on.onRef('students.schoolId', '=', 'logins.schoolId').onRef('students.id', '=', 'logins.studentId'),
      )
      .leftJoin(
        (of) =>
          of
            .selectFrom('enrolments')
            .innerJoin('terms', (on) =>
              on.onRef('terms.schoolId', '=', 'enrolments.schoolId').onRef('terms.id', '=', 'enrolments.termId'),
            )
            .innerJoin('sections', (on) =>
              on.onRef('sections.schoolId', '=', 'enrolments.schoolId').onRef('sections.id', '=', 'enrolments.sectionId'),
            )
            .select(['enrolments.studentId', 'sections.classId', 'enrolments.sectionId', 'enrolments.roll'])
            .where('enrolments.schoolId', '=', schoolId)
            .where('terms.current', '=', true)
            .as('place'),
        (on) => on.onRef('place.studentId', '=', 'students.id'),
      )
      .select([
        'logins.subject',
        'students.id',
        'students.name',
        'students.phone',
        'students.loginEmail',
        'place.classId',
        'place.sectionId',
        'place.roll',
      ])
      .where('logins.schoolId', '=', schoolId)
      .where(sql<boolean>`logins.subject = any(${subjects}::uuid[])`)
      .where('students.schoolId', '=', schoolId)
      .where('students.disabled', '=', false),
  ] as const)
  const withKnown = new Set(known.map((account) => account.subject))
  return rows.map(({ subject, id, name, phone, loginEmail, classId, sectionId, roll }) => ({
    subject,
    role: 'STUDENT',
    schoolId,
    userId: null,
    studentId: id,
    name,
    email: loginEmail ?? '',
    phone,
    classIds: null,
    zoom: null,
    place: classId !== null && sectionId !== null ? { classId, sectionId, roll: roll ?? '' } : null,
    ownPassword: !withKnown.has(subject),
  }))
}

import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { isLanguage, type Language } from '#shared/languages.ts'
import type { Role } from '#shared/roles.ts'
import { onSameSchool } from './database/onSameSchool.ts'
import { knownPasswordsQuery } from './auth/accounts.ts'
import { invalidateSessions } from './auth/openSessions.ts'
import type { VerifiedToken } from './auth/tokens.ts'
import type { Call } from './command.ts'
import type { Database, Db } from './database/connect.ts'
import { cacheTopic } from './database/cacheInvalidation.ts'
import { shortLivedCache } from './database/shortLivedCache.ts'
import { batchedLookup } from './database/batchedLookup.ts'
import { currentSchool } from './database/currentSchool.ts'

/** The caller, loaded on the server from the token's subject. Nothing of it comes from the browser. */
export interface Viewer {
  /** The account's id in the sign-in service. */
  subject: string
  role: Role
  /** 0 for a SUPERADMIN, who belongs to the installation. */
  schoolId: number
  userId: number | null
  studentId: number | null
  name: string
  email: string
  phone: string
  /** The classes that an ADMIN is limited to, which may be none; null means every class. */
  classIds: readonly number[] | null
  /** A TEACHER's own meeting account. */
  zoom: { id: string; password: string; link: string } | null
  /** A STUDENT's section and roll in the school's current term. */
  place: { classId: number; sectionId: number; roll: string } | null
  /** What the person has chosen for the pages; null: nothing. */
  language: Language | null
  /** False while the password is the phone number of the record, or was set by an admin. */
  ownPassword: boolean
}

/** The caller of a verified token; `password` as in `VerifiedToken`. */
export interface Caller {
  subject: string
  password?: VerifiedToken['password']
  session?: string | null
}

/** An external sign-in service may use other subjects; no account of ours has one. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const viewers = shortLivedCache<string, Viewer>(20_000)
/** Thousands ask every three seconds while lectures are live, so that every second time is answered from here. */
const students = shortLivedCache<string, Viewer>(50_000, 4000)
const viewerTopic = cacheTopic('viewer', {
  forget: (database, subjects) => {
    for (const subject of subjects) {
      viewers(database).delete(subject)
      students(database).delete(subject)
    }
  },
  forgetAll: (database) => {
    viewers(database).clear()
    students(database).clear()
  },
})

/**
 * Returns the viewer of a verified subject. Returns null when the record is missing or disabled: that person is signed
 * out.
 */
export async function viewerOf(database: Database, subject: string): Promise<Viewer | null> {
  const known = viewers(database).get(subject) ?? students(database).get(subject)
  if (known) return known
  const version = viewerTopic.age(database)
  const viewer = (await loadViewer(database, subject)) ?? null
  if (viewerTopic.age(database) !== version) return viewer
  // Not cached without an own password: a person who has just chosen one must not be blocked by another process's
  // cache.
  if (viewer === null || !viewer.ownPassword) return viewer
  const cache = viewer.role === 'STUDENT' ? students : viewers
  cache(database).set(subject, viewer)
  return viewer
}

/**
 * Returns the caller of a verified token. A person without an own password is nobody on every route: the token must
 * have been issued for an own password, and the account must still have one.
 */
export async function callerOf(database: Database, token: Caller): Promise<Pick<Call, 'viewer' | 'mustChoosePassword'>> {
  const viewer = await viewerOf(database, token.subject)
  if (viewer === null || token.password === 'elsewhere') return { viewer }
  return token.password !== 'known' && viewer.ownPassword ? { viewer } : { viewer: null, mustChoosePassword: true }
}

/** Clears the cached viewer and sessions in every process, after a change of the record or the end of its sessions. */
export function invalidateViewer(database: Database, subject: string | null): void {
  if (!subject) return
  viewerTopic.forget(database, subject)
  invalidateSessions(database, subject)
}

/** Loads enabled viewers by subject in batches: when a school's lectures begin, thousands arrive within a minute. */
const loadViewer = batchedLookup(async (database: Database, subjects: readonly string[]): Promise<Map<string, Viewer>> => {
  const logins = await database.kysely
    .selectFrom('logins')
    .selectAll()
    .where(sql<boolean>`subject = any(${subjects.filter((subject) => uuid.test(subject))}::uuid[])`)
    .execute()
  const studentLogins = Map.groupBy(
    logins.filter((login) => login.studentId !== null),
    (login) => login.schoolId,
  )
  const viewers = await Promise.all([
    ...logins.flatMap(({ userId, ...login }) => (userId === null ? [] : [loadUser(database, { ...login, userId })])),
    ...[...studentLogins].map(([schoolId, rows]) =>
      loadStudents(
        database,
        schoolId,
        rows.map((row) => row.subject),
      ),
    ),
  ])
  return new Map(viewers.flat().map((viewer) => [viewer.subject, viewer]))
})

async function loadUser(
  database: Database,
  { schoolId, subject, userId, language }: { schoolId: number; subject: string; userId: number; language: string | null },
): Promise<Viewer[]> {
  const db = database.kysely
  const [known, [user]] = await database.read(schoolId, [
    knownPasswordsQuery([subject]),
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
        'limitedToClasses',
        jsonArrayFrom(
          row
            .selectFrom('classAdmins')
            .select('classId')
            .where('classAdmins.schoolId', '=', currentSchool)
            .whereRef('classAdmins.userId', '=', 'users.id'),
        ).as('classes'),
      ])
      .where('schoolId', '=', schoolId)
      .where('id', '=', userId)
      .where('disabled', '=', false),
  ] as const)
  if (!user) return []
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
      classIds: user.limitedToClasses ? user.classes.map((row) => row.classId) : null,
      zoom: user.role === 'TEACHER' ? { id: user.zoomId, password: user.zoomPassword, link: user.zoomLink } : null,
      place: null,
      language: isLanguage(language) ? language : null,
      ownPassword: known.length === 0,
    },
  ]
}

/** Loads the enabled students of a school by subject, with their place in the current term, in one round trip. */
async function loadStudents(database: Database, schoolId: number, subjects: readonly string[]): Promise<Viewer[]> {
  const [known, rows] = await database.read(schoolId, [
    knownPasswordsQuery(subjects),
    studentsQuery(database.kysely, { schoolId, subjects }),
  ] as const)
  const withKnownPassword = new Set(known.map((account) => account.subject))
  return rows.map(({ subject, language, id, name, phone, loginEmail, classId, sectionId, roll }) => ({
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
    language: isLanguage(language) ? language : null,
    ownPassword: !withKnownPassword.has(subject),
  }))
}

function studentsQuery(db: Db, { schoolId, subjects }: { schoolId: number; subjects: readonly string[] }) {
  return db
    .selectFrom('logins')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'logins.studentId'))
    .leftJoin(
      (query) =>
        query
          .selectFrom('enrolments')
          .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'enrolments.termId'))
          .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
          .select(['enrolments.studentId', 'sections.classId', 'enrolments.sectionId', 'enrolments.roll'])
          .where('enrolments.schoolId', '=', schoolId)
          .where('terms.current', '=', true)
          .as('place'),
      (on) => on.onRef('place.studentId', '=', 'students.id'),
    )
    .select([
      'logins.subject',
      'logins.language',
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
    .where('students.disabled', '=', false)
}

/** Returns a viewer for jobs, who sees every section of a school. */
export function systemViewer(schoolId: number): Viewer {
  return {
    subject: '00000000-0000-0000-0000-000000000000',
    role: 'ADMIN',
    schoolId,
    userId: null,
    studentId: null,
    name: '',
    email: '',
    phone: '',
    classIds: null,
    zoom: null,
    place: null,
    language: null,
    ownPassword: true,
  }
}

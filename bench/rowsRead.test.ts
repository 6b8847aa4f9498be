import { graphql } from 'graphql'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { schema } from '#app/schema.ts'
import type { Call } from '#platform/command.ts'
import { loadConfig } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import { Pipeline, type Statement } from '#platform/database/pipeline.ts'
import { openGuardianSession } from '#platform/guardians/sessions.ts'
import { viewerOf } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import { asOwner } from '#tests/asOwner.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { worldOn } from '#tests/world/testWorld.ts'
import { explained, type Reading } from './explained.ts'
import { benchAdmin, fill } from './fill.ts'
import { fillFees } from './fillFees.ts'
import { benchClerk, benchTeacher, fillModules } from './fillModules.ts'
import { fillMorning } from './fillMorning.ts'
import { fillMarks } from './fillMarks.ts'
import { type Asking, screens, type ScreenSchool } from './rowsReadScreens.ts'
import { type Sum, sums } from './rowsReadSums.ts'
import { screenDocument } from './screenDocument.ts'

/*
 * No statement of a screen reads more than eleven times the rows that the screen shows. Each of the hottest screens is
 * asked for as the browser does it, in one of five schools of 1,000 students: with one school alone the planner cannot
 * be wrong about how many rows are of a school and a term. Then its statements are explained with the plans that the
 * server uses. A statement that adds up shows one row for all that it adds up, so it is held against these
 * (`sums`).
 */

// On a Sunday no register is expected, and the page of the day shows nothing of what it reads.
await vi.hoisted(async () => (await import('#tests/moment/testMoment.ts')).enterUsualMoment())

/** Rows that a statement may read for each row that the screen shows: a conversation is joined from ten tables. */
const most = 11
/** A screen with less on it may read as if it were a page of this many rows. */
const page = 20
/** Rows that a sum may read for each row that it adds up. */
const mostOfSum = 5

let testing: TestDatabase
let database: Database
let school: ScreenSchool
const calls = new Map<Asking, Call>()
const sent: Statement[] = []
const found = new Set<Sum>()

beforeAll(async () => {
  testing = await testDatabase()
  const { ownerUrl, appUrl } = testing
  const { schoolId, termId, studentIds } = await fill(ownerUrl, appUrl, { schools: 5, students: 1000, sections: 25 })
  await fillFees(ownerUrl, { terms: { most: 2, first: 4 }, payments: 8 })
  await fillDays(ownerUrl)
  await fillMorning(ownerUrl)
  await fillModules(ownerUrl)
  database = new Database(appUrl, { connections: 2, onError: () => undefined })
  database.pool.on('connect', (client) => {
    const query = client.query
    client.query = ((given: unknown, ...rest: unknown[]) => {
      if (given instanceof Pipeline) sent.push(...given.statements)
      return (query as (...all: unknown[]) => unknown).call(client, given, ...rest)
    }) as typeof query
  })
  const studentId = String(studentIds[9])
  const sectionId = await one(
    "select min(section_id)::text as is from registers where school_id = $1 and session = 'DAY' and day = $2",
    schoolId,
    schoolDay(new Date()),
  )
  school = {
    schoolId: String(schoolId),
    termId: String(termId),
    studentId,
    surname: await one('select surname as is from students where id = $1', studentId),
    sectionId,
    day: await one('select min(day)::text as is from registers where section_id = $1', sectionId),
    threadId: await one('select id::text as is from chat_threads where student_id = $1', studentId),
    receiptId: await one('select id::text as is from payments where student_id = $1 and term_id = $2', studentId, termId),
    lectureId: await one("select id::text as is from registers where session = 'LECTURE' and section_id = $1", sectionId),
  }
  const config = loadConfig({ DATA_DIR: testing.dataDir, SECRET_KEY: testing.secretKey, DATABASE_URL: ownerUrl })
  const anonymous = await (await worldOn(database, config)).call('anonymous')
  for (const [who, email] of [
    ['admin', benchAdmin],
    ['clerk', benchClerk],
    ['teacher', benchTeacher(sectionId)],
  ] as const)
    calls.set(who, {
      ...anonymous,
      viewer: await viewerOf(database, await one('select subject as is from users where email = $1', email)),
    })
  const phone = await one('select phone as is from students where id = $1', studentId)
  calls.set('guardian', { ...anonymous, guardianToken: await openGuardianSession(database.kysely, phone, 'Phone') })
})

afterAll(async () => {
  vi.useRealTimers()
  await database.close()
  await testing.drop()
})

/** Returns the column `is` of one row, as the owner reads it. */
async function one(sql: string, ...values: unknown[]): Promise<string> {
  return (await asOwner<{ is: string }>(testing.ownerUrl, sql, values))[0]?.is ?? ''
}

/** Takes the registers of the ten days before today. */
async function fillDays(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await fillMarks(owner, { days: 10 })
    // The database's own day may be the one after.
    const ofToday = [schoolDay(new Date())]
    await owner.query(
      'delete from marks m using registers r where r.school_id = m.school_id and r.id = m.register_id and r.day = $1',
      ofToday,
    )
    await owner.query('delete from registers where day = $1', ofToday)
  } finally {
    await owner.end()
  }
}

async function ask(operation: string, variableValues: object, call = calls.get('admin')): Promise<unknown> {
  const source = screenDocument(operation)
  const { data, errors } = await graphql({
    schema,
    source,
    contextValue: call,
    variableValues: variableValues as Record<string, unknown>,
  })
  if (errors) throw new Error(`${operation} was refused.`, { cause: errors })
  return data
}

test.each(Object.entries(screens))('%s: no statement reads many rows more than it shows', async (name, screen) => {
  const { operation, who, variables } = screen
  const given = await variables(school, ask)
  // A process that has kept nothing yet.
  const call = { ...calls.get(who ?? 'admin'), database: Object.create(database) as Database } as Call
  const over = async () => {
    sent.length = 0
    const answer = await ask(operation, given, call)
    const shown = Math.max(rowsIn(answer), page)
    const statements = sent.filter(({ sql }) => isRead(sql))
    return (await explained(database, school.schoolId, statements)).filter(({ rows }) => rows > most * shown)
  }
  const allowed = sums.filter(({ screen: of }) => of.includes(name))
  const sumOfReading = ({ sql }: Reading) => allowed.find(({ part }) => sql.includes(part))
  const anew = await over()
  for (const reading of anew) {
    const sum = sumOfReading(reading)
    expect(sum ?? reading).toBe(sum)
    const summed = Number(await one(`select count(*) as is from ${sum?.of(school)}`))
    expect(reading.rows, `${sum?.part}, of ${summed} rows`).toBeLessThanOrEqual(mostOfSum * summed)
    if (sum) found.add(sum)
  }
})

test('every named sum is one', () => {
  expect(sums.filter((sum) => !found.has(sum))).toEqual([])
})

/** Counts the elements of all lists in an answer. */
function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length + sumOf(answer.map(rowsIn))
  return typeof answer === 'object' && answer !== null ? sumOf(Object.values(answer).map(rowsIn)) : 0
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function isRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update \w+ set|delete from|set_config)\b/i.test(text)
}

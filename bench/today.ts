import pg from 'pg'
import { createAccounts, giveOwnPassword } from '#platform/auth/accounts.ts'
import { Database, enterSchool } from '#platform/database/connect.ts'
import { schoolById } from '#platform/school.ts'
import { systemViewer } from '#platform/viewer.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { absentStudents, currentTerm, registerTeachers } from '#domains/attendance/server/day.sql.ts'
import { registersOfDay } from '#domains/attendance/server/registers.sql.ts'
import { rangeOfCards } from '#domains/dashboard/dashboard.rules.ts'
import { chequesToClear, collectedByDay, everyTerm } from '#domains/fees/server/collected.exports.ts'
import { discountsToApprove, openDays } from '#domains/fees/server/today.exports.ts'
import { failedMessages } from '#domains/messaging/server/today.exports.ts'
import { ordersToSettleCount } from '#domains/onlinefees/server/today.exports.ts'
import { birthdays } from '#domains/students/server/birthdays.exports.ts'
import { benchAdmin, benchPassword, fill } from './fill.ts'
import { fillFees } from './fillFees.ts'
import { fillMorning } from './fillMorning.ts'
import { graphql, overHttp } from './http.ts'
import { line } from './report.ts'
import { timed } from './timed.ts'
import { type BenchServer, benchServer } from './server.ts'

const size = { schools: 3, students: 5000 }
/** What the page of the day may take: its one request, of a school of 5,000 students, in milliseconds. */
const mostP50 = 15
/** Schools that a super administrator compares. */
const compared = 1000

const todayDocument = `query ($schoolId: ID!) { today(schoolId: $schoolId) { day
  attendance { holiday sections sectionsTaken absentBySection { sectionId sectionName session subjectId subjectName starts absent }
    notTaken { sectionId sectionName session subjectId subjectName starts teachers { name phone hasDevice } askedAt askedByName }
    families { absent know soon toTellCount toTell { studentId name sectionName phone state messageId }
      toldUsCount toldUs { studentId name sectionName phone reason until } }
    missingCount missingInClass { studentId name sectionId sectionName phone cameAt session subjectId starts takenByName leaveReason } }
  birthdays { studentId name sectionName phone birthdate } cheques { count amount } ordersToSettle failedMessages
  openDays { clerkName day } ownDay { collected receipts closed } discountsToApprove
  viewerCan { nudge { allowed } sendNotice { allowed } tellFamily { allowed } } }
  collected(schoolId: $schoolId) { id day cards { name from to collected collectedBefore refunded } } }`
const comparedDocument = `query ($input: SchoolsComparisonView!) { compareSchools(input: $input) { total
  sums { students present absent collectedToday collectedTerm overdue openDays }
  rows { id name description countedAt students present absent sections sectionsTaken collectedToday collectedTerm overdue openDays } } }`

/**
 * Measures the one request of the page of the day in a school of 5,000 students at nine in the morning: half of its
 * registers taken, one student in twenty absent, everybody in by the gate, 100,000 payments; and a page of 1,000
 * schools side by side.
 * @throws when p50 of the page of the day is over its limit
 */
export async function today(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId } = await fill(server.ownerUrl, server.appUrl, size)
    await fillFees(server.ownerUrl)
    await fillMorning(server.ownerUrl)
    const { url, token } = await server.serve()
    const bearer = await token(benchAdmin, benchPassword)
    const ask = { query: todayDocument, variables: { schoolId: String(schoolId) } }
    process.stdout.write(`${'today'.padEnd(32)}   req/s     p50     p99  ratio\n`)
    const loaded = await overHttp(url, bearer, () => ask, { clients: 8, seconds: 6 })
    const alone = await timed(200, () => graphql(url, bearer, ask.query, ask.variables))
    process.stdout.write(`${line('page of the day, 8 clients', loaded, null)}\n`)
    process.stdout.write(
      `${'page of the day, one client'.padEnd(32)} p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms\n`,
    )
    // After a pause nothing is in the processor's caches, and the cards' last change is read again.
    const paused = await timed(20, () => graphql(url, bearer, ask.query, ask.variables), 2100)
    process.stdout.write(`${'the same, after two seconds'.padEnd(32)} p50 ${paused.p50.toFixed(1)} ms\n`)
    await lists(server, schoolId)
    await compareSchools(server, url, token)
    if (alone.p50 > mostP50)
      throw new Error(`The page of the day took ${alone.p50.toFixed(1)} ms (p50), and may take ${mostP50}.`)
  } finally {
    await server.stop()
  }
}

/** Measures the statements of the page, each alone. */
async function lists(server: BenchServer, schoolId: number): Promise<void> {
  const database = new Database(server.appUrl, { onError: () => undefined, connections: 1 })
  try {
    const db = database.kysely
    const school = await schoolById(database, schoolId)
    if (!school) throw new Error('There is no school.')
    const viewer = systemViewer(schoolId)
    const day = schoolDay(new Date())
    const statements = {
      registers: registersOfDay(db, schoolId, school.attType, viewer, { termId: currentTerm(schoolId), day, counted: false }),
      teachers: registerTeachers(db, school, viewer),
      'absent students': absentStudents(db, school, viewer, day),
      birthdays: birthdays(db, schoolId, viewer, day),
      cheques: chequesToClear(db, schoolId, viewer, everyTerm),
      orders: ordersToSettleCount(db, schoolId, new Date()),
      'failed messages': failedMessages(db, schoolId, viewer, { from: addDays(day, -6), to: day }),
      'open days': openDays(db, schoolId, day, null),
      discounts: discountsToApprove(db, schoolId, viewer),
      'collected by day': collectedByDay(db, schoolId, viewer, rangeOfCards(day)),
    }
    for (const [name, statement] of Object.entries(statements)) {
      const { p50 } = await timed(40, () => database.read(schoolId, [statement] as const))
      process.stdout.write(`${`  ${name}`.padEnd(32)} p50 ${p50.toFixed(1)} ms\n`)
    }
  } finally {
    await database.close()
  }
}

/** Compares 1,000 schools, of which three are large. */
async function compareSchools(
  server: BenchServer,
  url: string,
  token: (email: string, password: string) => Promise<string>,
): Promise<void> {
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      `insert into schools (name, admin_phone) select 'Small school ' || n, '9876543210' from generate_series(4, ${compared}) n`,
    )
    await owner.query(
      `insert into school_figures (school_id, counted_at, day, students, present, absent, sections, sections_taken, collected_today,
         collected_term, overdue, open_days)
       select id, now(), (now() at time zone 'Asia/Kolkata')::date, id % 900, id % 800, id % 90, 10, 9, id * 1000, id * 90000, id * 7000, id % 4
       from schools where id > 0 on conflict do nothing`,
    )
    await owner.query('vacuum analyze')
    await addSuperadmin(server)
    const bearer = await token(superadmin, benchPassword)
    const sorts = ['NAME', 'OVERDUE', 'ATTENDANCE', 'COLLECTED_TERM']
    let turn = 0
    const ask = () =>
      graphql(url, bearer, comparedDocument, {
        input: { sort: sorts[turn++ % sorts.length], descending: true, page: turn % 50, search: turn % 3 ? '' : 'school 1' },
      })
    const { p50, p99 } = await timed(100, ask)
    process.stdout.write(`${`${compared} schools, a page of 20`.padEnd(32)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`)
  } finally {
    await owner.end()
  }
}

const superadmin = 'superadmin@bench.test'

async function addSuperadmin(server: BenchServer): Promise<void> {
  const database = new Database(server.appUrl, { onError: () => undefined, connections: 1 })
  try {
    await database.kysely.transaction().execute(async (db) => {
      await enterSchool(db, 0)
      const person = { name: 'Bench Superadmin', email: superadmin, phone: benchPassword }
      const { id } = await db
        .insertInto('users')
        .values({ schoolId: 0, role: 'SUPERADMIN', ...person })
        .returning('id')
        .executeTakeFirstOrThrow()
      const subjects = await createAccounts(db, [{ email: superadmin, name: person.name, schoolId: 0, userId: id }])
      await giveOwnPassword(db, subjects, benchPassword)
    })
  } finally {
    await database.close()
  }
}

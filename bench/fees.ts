import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { rangeOfCards } from '#domains/dashboard/dashboard.rules.ts'
import { feeMonths } from '#domains/dashboard/server/dashboard.sql.ts'
import { feesByMonthAndClass, studentMoneyPage } from '#domains/dashboard/server/money.sql.ts'
import {
  chequesToClear,
  collectedBefore,
  collectedByDay,
  everyTerm,
  refundedBefore,
} from '#domains/fees/server/collected.exports.ts'
import { Database } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { benchAdmin, benchPassword, fill } from './fill.ts'
import { fillFees } from './fillFees.ts'
import { type GraphqlRequest, overHttp } from './http.ts'
import { line, type Measured } from './report.ts'
import { type BenchServer, benchServer } from './server.ts'

const size = { schools: 3, students: 5000 }
const clients = 16
const connections = 10
const seconds = 6

const accountDocument = `query ($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { id
  student { id name phone registerNo roll sectionName disabled }
  fees { feeId name month slug categoryName amount fixedAmount collected clearing discount pending state version
    lines { id status amount mode chequeNo txnId receiptNumber collectedOn collectedBy } }
  payments { id receiptNumber amount mode state chequeNo collectedOn lines { id feeName month amount status } }
  siblings { id name sectionName pending } total { collected clearing discount pending } } }`
const paymentDocument = `mutation ($schoolId: ID!, $input: CollectPaymentInput!) { collectPayment(schoolId: $schoolId, input: $input) {
  payment { id receiptNumber amount lines { feeName amount status } } } }`
const entriesDocument = `query ($schoolId: ID!, $input: EntriesView!) { feeEntries(schoolId: $schoolId, input: $input) {
  total collected clearing receipts rows { id receiptNumber collectedOn studentName sectionName amount mode state createdByName lines { id feeName month amount } } } }`
const pendingDocument = `query ($schoolId: ID!, $input: PendingView!) { pendingFees(schoolId: $schoolId, input: $input) {
  total pending clearing rows { studentId name phone sectionName roll pending } } }`
const totalsDocument = `query ($schoolId: ID!) { collected(schoolId: $schoolId) {
  day cards { collected collectedBefore } } }`

/**
 * Measures the fee counter of schools with 5,000 students and 100,000 payments. Each part runs beside the raw driver in
 * the same run.
 */
export async function fees(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId, termId, studentIds } = await fill(server.ownerUrl, server.appUrl, size)
    await fillFees(server.ownerUrl)
    const { url, token } = await server.serve()
    const bearer = await token(benchAdmin, benchPassword)
    const driver = await server.serveRaw(connections, './feeStatements.ts')
    const of = { schoolId: String(schoolId), termId: String(termId), ...(await donationOf(server.ownerUrl, schoolId)) }
    // The product and the driver pay for different students, because the product refuses a fee that changed since it
    // was read. The product has enough students to use none twice: a request cut off at the end of a run may be stored
    // or not.
    const ofDriver = studentIds.length - 500
    const forDriver = workload({ ...of, studentIds: studentIds.slice(ofDriver) })
    process.stdout.write(`${'fees'.padEnd(32)}   req/s     p50     p99  ratio\n`)
    for (const [name, next] of Object.entries(workload({ ...of, studentIds: studentIds.slice(0, ofDriver) }))) {
      const nextForDriver = forDriver[name] ?? next
      await overHttp(url, bearer, next, { clients, seconds: 2 })
      await overHttp(driver, bearer, nextForDriver, { clients, seconds: 2 })
      const raw = await overHttp(driver, bearer, nextForDriver, { clients, seconds })
      const measured = await overHttp(url, bearer, next, { clients, seconds })
      const alone = await overHttp(url, bearer, next, { clients: 1, seconds: 4 })
      const rawAlone = await overHttp(driver, bearer, nextForDriver, { clients: 1, seconds: 4 })
      process.stdout.write(`${line(name, measured, raw)}\n`)
      process.stdout.write(`${line(`${name}, one client`, alone, rawAlone)}\n`)
      process.stdout.write(`${line(`${name}, raw driver`, raw, null)}\n`)
      process.stdout.write(`${line(`${name}, raw, one client`, rawAlone, null)}\n`)
    }
    process.stdout.write('\nasked of the database, nothing shared\n')
    await unshared(server, schoolId, termId)
  } finally {
    await server.stop()
  }
}

/**
 * Measures the statements behind the dashboard, one after the other. A poll shares them with all requests within two
 * seconds.
 */
async function unshared(server: BenchServer, schoolId: number, termId: number): Promise<void> {
  const database = new Database(server.appUrl, { onError: () => undefined, connections: 1 })
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  try {
    const db = database.kysely
    const viewer = { role: 'ADMIN', classIds: null, schoolId } as unknown as Viewer
    const today = schoolDay(new Date())
    const days = rangeOfCards(today)
    const moneyOf = (upTo?: string) =>
      [
        feesByMonthAndClass(db, schoolId, viewer, { termId, today, upTo }),
        collectedBefore(db, schoolId, viewer, termId, addDays(upTo ?? today, 1)),
        refundedBefore(db, schoolId, viewer, termId, addDays(upTo ?? today, 1)),
      ] as const
    const parts = {
      'dashboard totals': [collectedByDay(db, schoolId, viewer, days), chequesToClear(db, schoolId, viewer, everyTerm)] as const,
      'chart of the year': [feeMonths(db, schoolId, viewer, { termId, today })] as const,
      'page of money, the term': moneyOf(),
      'page of money, up to a day': moneyOf(addDays(today, -30)),
      'page of money, its students': [studentMoneyPage(db, schoolId, viewer, { termId, today })] as const,
    }
    for (const [name, statements] of Object.entries(parts)) {
      const compiled = statements.map((statement) => statement.compile())
      const raw = await timed(async () => {
        for (const [index, { sql, parameters }] of compiled.entries())
          await owner.query({ name: `${name} ${index}`, text: sql, values: [...parameters] })
      })
      process.stdout.write(`${line(name, await timed(() => database.read(schoolId, statements)), raw)}\n`)
    }
  } finally {
    await owner.end()
    await database.close()
  }
}

async function timed(run: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = []
  for (let turn = 0; turn < 110; turn++) {
    const start = performance.now()
    await run()
    if (turn >= 10) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const total = times.reduce((sum, time) => sum + time, 0)
  return { perSecond: (1000 * times.length) / total, p50: times[50] ?? 0, p99: times[98] ?? 0 }
}

/**
 * Returns the fee that is not fixed, and the version that the counter sees of it for each student (`version` of
 * account.rules.ts).
 */
async function donationOf(ownerUrl: string, schoolId: number): Promise<{ donation: string; seen: Map<string, string> }> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ fee: string; student: string; seen: string }>(
      `select line.fee_id as fee, line.student_id as student,
         'open:' || sum(line.amount) || ':' || count(*) || ':' || max(line.id) as seen
       from collected_lines line
       join fees on fees.school_id = line.school_id and fees.id = line.fee_id
       where line.school_id = $1 and fees.slug = 'donation'
       group by line.fee_id, line.student_id`,
      [schoolId],
    )
    return { donation: String(rows[0]?.fee), seen: new Map(rows.map((row) => [String(row.student), row.seen])) }
  } finally {
    await owner.end()
  }
}

interface School {
  schoolId: string
  termId: string
  studentIds: readonly number[]
  donation: string
  seen: ReadonlyMap<string, string>
}

function workload({ schoolId, termId, studentIds, donation, seen }: School): Record<string, () => GraphqlRequest> {
  let turn = 0
  let paid = 0
  const studentId = () => String(studentIds[turn++ % studentIds.length])
  const today = schoolDay(new Date())
  return {
    'dashboard totals': () => ({ query: totalsDocument, variables: { schoolId } }),
    'entries of the day': () => ({
      query: entriesDocument,
      variables: { schoolId, input: { termId, from: today, to: today, page: turn++ % 5 } },
    }),
    'pending list': () => ({
      query: pendingDocument,
      variables: { schoolId, input: { termId, page: turn++ % 20 } },
    }),
    'fees of a student': () => ({
      query: accountDocument,
      variables: { schoolId, input: { termId, studentId: studentId() } },
    }),
    'one payment': () => {
      const payer = String(studentIds[paid++ % studentIds.length])
      return {
        query: paymentDocument,
        variables: {
          schoolId,
          input: {
            key: randomUUID(),
            termId,
            studentId: payer,
            amount: 100,
            mode: 'CASH',
            fees: [{ feeId: donation, version: seen.get(payer) ?? '' }],
            collectedOn: today,
          },
        },
      }
    },
  }
}

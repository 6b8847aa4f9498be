import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { rangeOfCards } from '#domains/dashboard/dashboard.rules.ts'
import { feesByMonthAndClass, studentMoneyPage } from '#domains/dashboard/server/money.sql.ts'
import {
  chequesToClear,
  collectedBefore,
  collectedByDay,
  everyTerm,
  refundedBefore,
} from '#domains/fees/server/collected.exports.ts'
import { pendingOrder } from '#domains/fees/server/pending.sql.ts'
import { Database } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { benchAdmin, benchPassword, fill } from './fill.ts'
import { fillFees, studentsOfFiveTerms } from './fillFees.ts'
import { type GraphqlRequest, overHttp } from './http.ts'
import { line, type Measured, within } from './report.ts'
import { screenDocument } from './screenDocument.ts'
import { type BenchServer, benchServer } from './server.ts'

const size = { schools: 3, students: 5000 }
/** What one client may wait at p50, in ms. */
const mostOfAccount = 10
const mostOfPending = 30
const clients = 16
const connections = 10
const seconds = 6

const accountDocument = screenDocument('CounterAccount')
const pendingDocument = screenDocument('PendingFees')
const paymentDocument = `mutation ($schoolId: ID!, $input: CollectPaymentInput!) { collectPayment(schoolId: $schoolId, input: $input) {
  payment { id receiptNumber amount lines { feeName amount status } } } }`
const entriesDocument = `query ($schoolId: ID!, $input: EntriesView!) { feeEntries(schoolId: $schoolId, input: $input) {
  total collected clearing receipts rows { id receiptNumber collectedOn studentName sectionName amount mode state createdByName lines { id feeName month } } } }`
const totalsDocument = `query ($schoolId: ID!) { collected(schoolId: $schoolId) {
  day cards { collected collectedBefore } } }`

/**
 * Measures the fee counter of schools with 5,000 students, three terms and 300,000 payments. Each part runs beside the
 * raw driver in the same run.
 */
export async function fees(): Promise<void> {
  const server = await benchServer()
  try {
    const { schoolId, termId, studentIds } = await fill(server.ownerUrl, server.appUrl, size)
    await fillFees(server.ownerUrl)
    const { url, token } = await server.serve()
    const bearer = await token(benchAdmin, benchPassword)
    const driver = await server.serveRaw(connections, './feeStatements.ts')
    const of = {
      schoolId: String(schoolId),
      termId: String(termId),
      ofFiveTerms: studentIds.slice(0, studentsOfFiveTerms),
      ...(await feesOf(server.ownerUrl, { schoolId, termId })),
    }
    // The product and the driver pay for different students, because the product refuses a fee that changed since it
    // was read. The product has enough students to use none twice: a request cut off at the end of a run may be stored
    // or not.
    const ofDriver = studentIds.length - 500
    const forDriver = workload({ ...of, studentIds: studentIds.slice(ofDriver) })
    const aims: (() => void)[] = []
    process.stdout.write(`${'fees'.padEnd(32)}   req/s     p50     p99  ratio\n`)
    for (const [name, { next, most }] of Object.entries(workload({ ...of, studentIds: studentIds.slice(0, ofDriver) }))) {
      const nextForDriver = forDriver[name]?.next ?? next
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
      if (most !== undefined) aims.push(() => within(`${name}, one client, p50`, alone.p50, most, 'ms'))
    }
    for (const print of aims) print()
    process.stdout.write('\nasked of the database, nothing shared\n')
    await unshared(server, schoolId, termId)
  } finally {
    await server.stop()
  }
}

/**
 * Measures the statements behind the dashboard and the order of the pending list, one after the other. Requests share
 * them: those of a dashboard within two seconds, the pages of a list until something changes in the school.
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
    // Who is listed and the sums: what the pages share.
    const pendingOf = (filter: Pick<Parameters<typeof pendingOrder>[3], 'terms' | 'due'>) =>
      [pendingOrder(db, schoolId, viewer, { termId, today, ...filter })] as const
    const parts = {
      'dashboard totals': [collectedByDay(db, schoolId, viewer, days), chequesToClear(db, schoolId, viewer, everyTerm)] as const,
      'pending list, overdue': pendingOf({ terms: 'ALL', due: 'OVERDUE' }),
      'pending list, this term': pendingOf({ terms: 'TERM' }),
      'pending list, all': pendingOf({ terms: 'ALL' }),
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
 * Returns the earlier terms, the fee that is not fixed, and the version that the counter sees of it for each student
 * (`version` of account.rules.ts).
 */
async function feesOf(
  ownerUrl: string,
  { schoolId, termId }: { schoolId: number; termId: number },
): Promise<Pick<School, 'earlierTerms' | 'donation' | 'seen'>> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ fee: string; student: string; seen: string }>(
      `select line.fee_id as fee, line.student_id as student,
         'open:' || sum(line.amount) || ':' || count(*) || ':' || max(line.id) as seen
       from collected_lines line
       join fees on fees.school_id = line.school_id and fees.id = line.fee_id
       where line.term_id = $1 and fees.slug = 'donation'
       group by line.fee_id, line.student_id`,
      [termId],
    )
    const terms = await owner.query<{ id: string }>(
      'select id from terms where school_id = $1 and id <> $2 and past order by id',
      [schoolId, termId],
    )
    const earlierTerms = terms.rows.map(({ id }) => Number(id))
    return { earlierTerms, donation: String(rows[0]?.fee), seen: new Map(rows.map((row) => [String(row.student), row.seen])) }
  } finally {
    await owner.end()
  }
}

interface School {
  schoolId: string
  termId: string
  earlierTerms: readonly number[]
  studentIds: readonly number[]
  /** Students who have been there for five terms. */
  ofFiveTerms: readonly number[]
  donation: string
  seen: ReadonlyMap<string, string>
}

/** A part of the workload. */
interface Part {
  next: () => GraphqlRequest
  /** What one client may wait at p50, in ms. */
  most?: number
}

function workload({ schoolId, termId, earlierTerms, studentIds, ofFiveTerms, donation, seen }: School): Record<string, Part> {
  let turn = 0
  let paid = 0
  const studentId = () => String(studentIds[turn++ % studentIds.length])
  const today = schoolDay(new Date())
  const account = (of: () => string): Part => ({
    next: () => ({ query: accountDocument, variables: { schoolId, account: { termId, studentId: of() }, earlierTerms } }),
    most: mostOfAccount,
  })
  const pending = (filter: object): Part => ({
    next: () => {
      const page = turn++ % 100
      // The raw driver reads no order of the list, so its request says whom the page shows.
      const ofPage = Array.from({ length: 20 }, (_, nth) => studentIds[(page * 20 + nth) % studentIds.length])
      return { query: pendingDocument, variables: { schoolId, input: { termId, page, ...filter }, ofPage } }
    },
    most: mostOfPending,
  })
  return {
    'dashboard totals': { next: () => ({ query: totalsDocument, variables: { schoolId } }) },
    'entries of the day': {
      next: () => ({
        query: entriesDocument,
        variables: { schoolId, input: { termId, from: today, to: today, page: turn++ % 5 } },
      }),
    },
    'pending, overdue': pending({ terms: 'ALL', due: 'OVERDUE' }),
    'pending, this term': pending({ terms: 'TERM' }),
    'pending, earlier terms': pending({ terms: 'EARLIER' }),
    'pending, all': pending({ terms: 'ALL' }),
    'fees of a student': account(studentId),
    'fees of five terms': account(() => String(ofFiveTerms[turn++ % ofFiveTerms.length])),
    'one payment': {
      next: () => {
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
    },
  }
}

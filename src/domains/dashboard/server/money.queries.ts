import type { z } from 'zod'
import { query, type QueryContext } from '#platform/command.ts'
import { stampedRead } from '#platform/database/stampedRead.ts'
import type { Db, Read } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import { spentByCategory } from '#domains/expenses/server/expenses.exports.ts'
import { monthsOfTerm } from '#domains/fees/months.exports.ts'
import { pendingOrder } from '#domains/fees/server/reports.exports.ts'
import { collectedBefore, refundedBefore } from '#domains/fees/server/collected.exports.ts'
import { addFeeSums, type FeeMonth, type FeeSums, noFeeSums, sumMonths } from '../dashboard.rules.ts'
import { type Beside, besideEachOther, type CashSums, sameDayOfTermBefore } from '../money.rules.ts'
import { moneyView, studentMoneyView } from '../money.schema.ts'
import { dashboardActions } from './dashboard.permissions.ts'
import { cacheKey } from './dashboard.queries.ts'
import {
  feesByMonthAndClass,
  type MonthOfClass,
  type StudentMoney,
  studentMoneyPage,
  type StudentMoneyTotals,
  termAndBefore,
  type TermBefore,
} from './money.sql.ts'

/** Sums of the fees of the students of a class. */
export interface FeeClass extends FeeSums {
  classId: number
  className: string
}

/** All sums of a term, or those up to a day of it. */
export interface TermMoney extends CashSums {
  termName: string
  /** The day on which fees are overdue or not. */
  day: Day
  fees: FeeSums
}

/** What a term spent in a category, and what the term before had spent up to the same day. */
export interface SpentCategory {
  categoryId: number
  categoryName: string
  spent: Paise
  before: Paise
}

/** The head's page of money: a term beside the one before it, on the same day of its year. */
export interface MoneyPage {
  id: string
  now: TermMoney
  /** null where there is no term before, or none with money. */
  before: TermMoney | null
  /** What is pending of the years before the term. */
  earlierPending: Paise
  months: Beside<FeeMonth>[]
  classes: Beside<FeeClass>[]
  /** null for a viewer who does not see expenses. */
  expenses: { from: Day; to: Day; categories: SpentCategory[] } | null
}

const pages = stampedRead<MoneyPage>(1000)

/** After every day on which money can be booked. */
const lastDay: Day = '2199-12-31'
/** The first day on which an expense can be paid. */
const firstPaidOn: Day = '2000-01-01'

/** Returns the head's page of money of a term. NOT_FOUND for a term of another school. */
export const viewMoney = query({ action: dashboardActions.viewMoney, input: moneyView, run: readMoneyPage })

/** Returns the same for its paper, with the names of the school and the viewer. */
export const viewMoneyPaper = query({
  action: dashboardActions.viewMoney,
  input: moneyView,
  run: async (context) => ({
    schoolName: context.school.name,
    viewerName: context.viewer.name,
    page: await readMoneyPage(context),
  }),
})

function readMoneyPage({ call, db, read, viewer, schoolId, input: { termId } }: QueryContext<z.output<typeof moneyView>>) {
  const today = schoolDay(new Date())
  const key = `${today} ${cacheKey(schoolId, termId, viewer)}`
  return pages.read({ database: call.database, schoolId, key }, async (): Promise<MoneyPage> => {
    const [[term]] = await read(termAndBefore(db, schoolId, termId))
    if (!term) throw notFound()
    const of = { db, read, schoolId, viewer }
    const [now, before, [[earlier]]] = await Promise.all([
      readTerm({ ...of, termId, termName: term.name, day: today }),
      term.before && readBefore(term.before, term.startsOn),
      read(pendingOrder(db, schoolId, viewer, { termId, terms: 'EARLIER', today })),
    ])
    return {
      id: key,
      now: now.sums,
      before: before?.sums ?? null,
      earlierPending: earlier?.pending ?? 0,
      months: besideEachOther(now.months, before?.months ?? [], ({ month }) => month).sort(
        (a, b) => placeOf(a.month, term.startsOn) - placeOf(b.month, term.startsOn),
      ),
      classes: besideEachOther(now.classes, before?.classes ?? [], ({ className }) => className.toLowerCase()),
      expenses: now.expenses && {
        from: firstPaidOn,
        to: today,
        categories: categoriesBeside(now.expenses, before?.expenses ?? []),
      },
    }

    async function readBefore({ id, name, startsOn }: TermBefore, start: Day) {
      const day = sameDayOfTermBefore(today, { term: start, before: startsOn })
      const earlier = await readTerm({ ...of, termId: id, termName: name, day, upTo: day })
      return hasMoney(earlier.sums) ? earlier : null
    }
  })
}

/** A term without money is none to stand beside: an empty one, or one in which a limited ADMIN had no class. */
function hasMoney({ fees, collected, clearing, refunded, spent }: TermMoney): boolean {
  return [...Object.values(addFeeSums([fees])), collected, clearing, refunded, spent].some(Boolean)
}

/** The months are in the order of the term; one-time fees come last. */
function placeOf(month: string | null, startsOn: Day): number {
  const place = (monthsOfTerm(startsOn) as readonly (string | null)[]).indexOf(month)
  return place < 0 ? 12 : place
}

interface ReadTerm {
  db: Db
  read: Read
  schoolId: number
  viewer: Viewer
  termId: number
  termName: string
  /** The day on which fees are overdue or not. */
  day: Day
  /** Leaves out what is later. */
  upTo?: Day
}

/** Reads the sums of a term. */
async function readTerm({ db, read, schoolId, viewer, termId, termName, day, upTo }: ReadTerm) {
  const end = upTo ?? lastDay
  const [fees, [collected], [refunded]] = await read(
    feesByMonthAndClass(db, schoolId, viewer, { termId, today: day, upTo }),
    collectedBefore(db, schoolId, viewer, termId, addDays(end, 1)),
    refundedBefore(db, schoolId, viewer, termId, addDays(end, 1)),
  )
  // Expenses concern the whole school.
  const expenses =
    viewer.classIds === null ? (await read(spentByCategory(db, schoolId, termId, { start: firstPaidOn, end })))[0] : null
  const sums: TermMoney = {
    termName,
    day,
    fees: addFeeSums(fees),
    collected: collected?.collected ?? 0,
    clearing: collected?.clearing ?? 0,
    refunded: refunded?.refunded ?? 0,
    spent: expenses && sumMoney(expenses.map(({ spent }) => spent)),
  }
  return { sums, months: sumMonths(fees), classes: sumClasses(fees), expenses }
}

/** The classes keep their order. */
function sumClasses(fees: readonly MonthOfClass[]): FeeClass[] {
  return [...Map.groupBy(fees, ({ classId }) => classId)].map(([classId, rows]) => ({
    classId,
    className: rows[0]?.className ?? '',
    ...addFeeSums(rows),
  }))
}

type Spent = Pick<SpentCategory, 'categoryId' | 'categoryName' | 'spent'>

function categoriesBeside(now: readonly Spent[], before: readonly Spent[]): SpentCategory[] {
  const spentBefore = new Map(before.map(({ categoryId, spent }) => [categoryId, spent]))
  const shown = new Set(now.map(({ categoryId }) => categoryId))
  return [
    ...now.map((row) => ({ ...row, before: spentBefore.get(row.categoryId) ?? 0 })),
    ...before.filter(({ categoryId }) => !shown.has(categoryId)).map((row) => ({ ...row, spent: 0, before: row.spent })),
  ]
}

/** A page of the students with their sums, and the sums of all pages. */
export interface StudentMoneyList extends StudentMoneyTotals {
  rows: StudentMoney[]
}

/** Lists the students of a term with the sums of their fees, which are those of the page of money. */
export const listStudentMoney = query({
  action: dashboardActions.viewMoney,
  input: studentMoneyView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<StudentMoneyList> => {
    const [rows] = await read(studentMoneyPage(db, schoolId, viewer, { ...input, today: schoolDay(new Date()) }))
    const [first] = rows
    return {
      rows: rows.filter((row): row is typeof row & StudentMoney => row.studentId !== null),
      total: first?.total ?? 0,
      sums: first?.sums ?? noFeeSums,
    }
  },
})

import type { Tx } from '#platform/database/connect.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { closeDays } from './cashierDays.ts'
import { addConcessions, addDiscountRequest } from './concessions.ts'
import { addExpenses } from './expenses.ts'
import { addFees } from './feeCategories.ts'
import { feeYears } from './feeYear.ts'
import type { Inventor } from './invent.ts'
import type { DemoSchool } from './schools.ts'
import { storeBooks } from './storeBooks.ts'

/** A user who collects fees. */
export interface Clerk {
  subject: string
  name: string
}

/** A student with a place in a term, and the columns that a receipt stores. */
export interface DemoStudent {
  id: number
  /** The place in the school's list; every n-th student has a bus, a concession and so on. */
  index: number
  name: string
  registerNo: string
  phone: string
  roll: string
  className: string
  sectionName: string
}

/** A term with its students. */
export interface DemoTerm {
  id: number
  startsOn: Day
  students: readonly DemoStudent[]
}

/** The school, its terms, the moment and the clerks of the demo's money. */
export interface DemoMoney {
  schoolId: number
  /** The term before the current one; its fees were lower. */
  before: DemoTerm
  current: DemoTerm
  school: DemoSchool
  secretKey: string
  now: Date
  invent: Inventor
  /** The first collects most of the money; the last deletes payments and gives discounts. */
  clerks: readonly Clerk[]
}

/** Adds the fee categories of both terms with their students, concessions, payments, closed days, and expenses. */
export async function addMoney(db: Tx, demo: DemoMoney): Promise<void> {
  const { before, current } = demo
  const years = {
    before: { termId: before.id, startsOn: before.startsOn },
    current: { termId: current.id, startsOn: current.startsOn },
  }
  const accounts = await addFees(db, demo)
  await addConcessions(db, demo, accounts)
  await storeBooks(db, demo, feeYears(accounts, years, schoolDay(demo.now), demo.invent))
  await addDiscountRequest(db, demo)
  await closeDays(db, demo)
  await addExpenses(db, demo)
}

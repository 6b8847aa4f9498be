import type { Tx } from '#platform/database/connect.ts'
import { addDays, addMonths, type Day, schoolDay } from '#shared/dates.ts'
import type { Clerk, DemoMoney, DemoTerm } from './fees.ts'
import { moments } from './moments.ts'
import { amountIn } from './prices.ts'
import type { DemoSchool } from './schools.ts'
import { storeAll } from './store.ts'

/** Adds the expenses of each month of the year before and of this year so far, and some of the last two days. */
export async function addExpenses(db: Tx, { schoolId, before, current, school, now, invent, clerks }: DemoMoney): Promise<void> {
  const today = schoolDay(now)
  const categories = await db
    .insertInto('expenseCategories')
    .values(school.expenses.map(({ category }) => ({ schoolId, name: category })))
    .returning('id')
    .execute()
  const momentOf = moments(now)
  const clerk = clerks[0] as Clerk
  const entry = (place: number, term: DemoTerm, paidOn: Day, comment: string) => {
    const { from, to } = school.expenses[place] as DemoSchool['expenses'][number]
    const later = addDays(paidOn, invent.below(4) === 0 ? 1 : 0)
    const enteredOn = later > today ? paidOn : later
    return {
      schoolId,
      termId: term.id,
      expenseCategoryId: categories[place]?.id ?? 0,
      comment,
      paidOn,
      enteredOn,
      // In whole rupees, as bills are rounded.
      amount: amountIn(term, { before }, from + invent.below(Math.floor((to - from) / 100)) * 100),
      createdAt: momentOf(enteredOn),
      createdBy: clerk.subject,
      createdByName: clerk.name,
    }
  }
  const monthly = (term: DemoTerm, months: number) =>
    school.expenses.flatMap(({ days, comment }, place) =>
      Array.from({ length: months }, (_, month) => addMonths(term.startsOn, month)).flatMap((first) =>
        days.map((day) => entry(place, term, addDays(first, day - 1), comment)),
      ),
    )
  const lastDays = [-1, 0].flatMap((ago) =>
    school.expenses.slice(2).map((_, place) => entry(place + 2, current, addDays(today, ago), '')),
  )
  await storeAll(
    db,
    'expenses',
    [...monthly(before, 12), ...monthly(current, 8), ...lastDays].filter(({ paidOn }) => paidOn <= today),
  )
}

import { z } from 'zod'
import { query } from '#platform/command.ts'
import { sharedRead } from '#platform/database/sharedRead.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { id } from '#shared/inputs.ts'
import type { Paise } from '#shared/money.ts'
import { chequesToClear, collectedByDay, everyTerm } from '#domains/fees/server/collected.exports.ts'
import { type Card, cardsOf, collectedIn, daysOfCards } from '../dashboard.rules.ts'
import { dashboardActions } from './dashboard.permissions.ts'
import { type FeeMonth, feeMonths } from './dashboard.sql.ts'

const ofTerm = z.object({ termId: id })

/** What the four cards show. */
export interface Collected {
  id: string
  /** The day they are of: today in India. */
  day: Day
  cards: (Card & { collected: Paise; collectedBefore: Paise })[]
  /** Cheques the bank has not answered yet. */
  toClear: { count: number; amount: Paise }
}

export interface FeesChart {
  id: string
  months: FeeMonth[]
}

const collectedOf = sharedRead<Collected>(5000)
const chartOf = sharedRead<FeesChart>(5000)

/** What an answer depends on, besides the day. */
function keyOf(schoolId: number, termId: number | typeof everyTerm, viewer: Viewer): string {
  return `${schoolId} ${termId ?? 'everyTerm'} ${viewer.classIds ? [...viewer.classIds].sort((a, b) => a - b).join(',') : 'all'}`
}

/**
 * Sums what was collected today, yesterday, this week and this month, and the cheques to clear, of every term: money is of its
 * day, whichever term somebody looks at. At most two seconds old.
 */
export const viewCollected = query({
  action: dashboardActions.viewCollected,
  input: z.object({}),
  run: ({ call, db, read, viewer, schoolId }) => {
    const day = schoolDay(new Date())
    const key = keyOf(schoolId, everyTerm, viewer)
    return collectedOf(call.database, `${day} ${key}`, async () => {
      const [days, [toClear]] = await read(
        collectedByDay(db, schoolId, viewer, daysOfCards(day)),
        chequesToClear(db, schoolId, viewer, everyTerm),
      )
      const cards = cardsOf(day).map((card) => ({
        ...card,
        collected: collectedIn(card.span, days),
        collectedBefore: collectedIn(card.before, days),
      }))
      return { id: key, day, cards, toClear: toClear ?? { count: 0, amount: 0 } }
    })
  },
})

/** What stands on the fees of a term, by month; at most two seconds old. */
export const viewFeesChart = query({
  action: dashboardActions.viewFeesChart,
  input: ofTerm,
  run: ({ call, db, read, viewer, schoolId, input: { termId } }) => {
    const key = keyOf(schoolId, termId, viewer)
    return chartOf(call.database, key, async () => {
      const [months] = await read(feeMonths(db, schoolId, viewer, termId))
      return { id: key, months }
    })
  },
})

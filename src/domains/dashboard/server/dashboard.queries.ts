import { z } from 'zod'
import { query } from '#platform/command.ts'
import { stampedRead } from '#platform/database/stampedRead.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { id } from '#shared/inputs.ts'
import type { Paise } from '#shared/money.ts'
import { collectedByDay, everyTerm, refundedByDay } from '#domains/fees/server/collected.exports.ts'
import { type Card, cardsForDay, type FeeMonth, rangeOfCards, sumCollected, sumMonths } from '../dashboard.rules.ts'
import { dashboardActions } from './dashboard.permissions.ts'
import { feesByMonthAndClass } from './money.sql.ts'

const feesChartView = z.object({ termId: id })

/** The amounts of the four cards. */
export interface Collected {
  id: string
  /** The day of the cards: today in India. */
  day: Day
  cards: (Card & { collected: Paise; collectedBefore: Paise; refunded: Paise })[]
}

/** Sums of the fees of a term, by month. */
export interface FeesChart {
  id: string
  months: FeeMonth[]
}

const cards = stampedRead<Collected>(5000)
const charts = stampedRead<FeesChart>(5000)

/** Returns the key of a kept result: school, term and the viewer's classes. */
export function cacheKey(schoolId: number, termId: number | typeof everyTerm, viewer: Viewer): string {
  return `${schoolId} ${termId ?? 'everyTerm'} ${viewer.classIds ? [...viewer.classIds].sort((a, b) => a - b).join(',') : 'all'}`
}

/**
 * Returns the money collected and given back today, yesterday, this week and this month.
 * Covers every term, because money belongs to its day, whichever term is shown. They add up two months of payments, a
 * third of what the page of the day costs, so they are added up again only when students or money have changed.
 */
export const viewCollected = query({
  action: dashboardActions.viewCollected,
  input: z.object({}),
  run: ({ call, db, read, viewer, schoolId }) => {
    const day = schoolDay(new Date())
    const key = cacheKey(schoolId, everyTerm, viewer)
    return cards.read({ database: call.database, schoolId, key: `${day} ${key}` }, async () => {
      const [days, refunds] = await read(
        collectedByDay(db, schoolId, viewer, rangeOfCards(day)),
        refundedByDay(db, schoolId, viewer, rangeOfCards(day)),
      )
      const refunded = refunds.map((of) => ({ collectedOn: of.refundedOn, collected: of.refunded }))
      const sums = cardsForDay(day).map((card) => ({
        ...card,
        collected: sumCollected(card.span, days),
        collectedBefore: sumCollected(card.before, days),
        refunded: sumCollected(card.span, refunded),
      }))
      return { id: key, day, cards: sums }
    })
  },
})

/** Returns the sums of a term's fees by month, added up again only when students or money have changed. */
export const viewFeesChart = query({
  action: dashboardActions.viewFeesChart,
  input: feesChartView,
  run: ({ call, db, read, viewer, schoolId, input: { termId } }) => {
    const today = schoolDay(new Date())
    const key = cacheKey(schoolId, termId, viewer)
    return charts.read({ database: call.database, schoolId, key: `${today} ${key}` }, async () => {
      const [fees] = await read(feesByMonthAndClass(db, schoolId, viewer, { termId, today }))
      return { id: key, months: sumMonths(fees) }
    })
  },
})

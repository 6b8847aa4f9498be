import { z } from 'zod'
import { query } from '#platform/command.ts'
import { sharedRead } from '#platform/database/sharedRead.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { id } from '#shared/inputs.ts'
import type { Paise } from '#shared/money.ts'
import { collectedByDay, everyTerm, lastChange, refundedByDay } from '#domains/fees/server/collected.exports.ts'
import { type Card, cardsForDay, sumCollected, rangeOfCards } from '../dashboard.rules.ts'
import { dashboardActions } from './dashboard.permissions.ts'
import { type FeeMonth, feeMonths } from './dashboard.sql.ts'

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

const readCollected = sharedRead<Collected>(5000)
const readCards = sharedRead<Collected['cards']>(5000, 10_000)
const readFeesChart = sharedRead<FeesChart>(5000)

/** Returns the key of a shared result: school, term and the viewer's classes. */
export function cacheKey(schoolId: number, termId: number | typeof everyTerm, viewer: Viewer): string {
  return `${schoolId} ${termId ?? 'everyTerm'} ${viewer.classIds ? [...viewer.classIds].sort((a, b) => a - b).join(',') : 'all'}`
}

/**
 * Returns the money collected and given back today, yesterday, this week and this month.
 * Covers every term, because money belongs to its day, whichever term is shown. At most two seconds old.
 *
 * They add up two months of payments, a third of what the page of the day costs, so they are added up again only when
 * something has changed in the school (`lastChange`), and after ten seconds: a change that is not audited, or committed
 * after one with a higher id, is seen by then.
 */
export const viewCollected = query({
  action: dashboardActions.viewCollected,
  input: z.object({}),
  run: ({ call, db, read, viewer, schoolId }) => {
    const day = schoolDay(new Date())
    const key = cacheKey(schoolId, everyTerm, viewer)
    return readCollected(call.database, `${day} ${key}`, async () => {
      const [[changed]] = await read(lastChange(db, schoolId))
      const cards = await readCards(call.database, JSON.stringify([day, key, changed]), async () => {
        const [days, refunds] = await read(
          collectedByDay(db, schoolId, viewer, rangeOfCards(day)),
          refundedByDay(db, schoolId, viewer, rangeOfCards(day)),
        )
        const refunded = refunds.map((of) => ({ collectedOn: of.refundedOn, collected: of.refunded }))
        return cardsForDay(day).map((card) => ({
          ...card,
          collected: sumCollected(card.span, days),
          collectedBefore: sumCollected(card.before, days),
          refunded: sumCollected(card.span, refunded),
        }))
      })
      return { id: key, day, cards }
    })
  },
})

/** Returns the sums of a term's fees by month. At most two seconds old. */
export const viewFeesChart = query({
  action: dashboardActions.viewFeesChart,
  input: feesChartView,
  run: ({ call, db, read, viewer, schoolId, input: { termId } }) => {
    const key = cacheKey(schoolId, termId, viewer)
    return readFeesChart(call.database, key, async () => {
      const [months] = await read(feeMonths(db, schoolId, viewer, { termId, today: schoolDay(new Date()) }))
      return { id: key, months }
    })
  },
})

import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { discountRequestActions } from './concessions.permissions.ts'
import { cashiersOfDay, openDaysBefore } from './cashier.sql.ts'
import { cashierActions, paymentActions } from './fees.permissions.ts'
import { waitingRequests } from './discountRequests.sql.ts'

/* What of fees needs somebody today: the right to see a line, and its statement. */

export const feeLineActions = {
  cheques: paymentActions.listCheques,
  openDays: cashierActions.list,
  ownDay: cashierActions.viewDay,
  discounts: discountRequestActions.list,
}

/** Selects the days before a day that are not closed, of all clerks or of one, oldest first. */
export function openDays(db: Db, schoolId: number, day: Day, clerk: string | null) {
  const days = openDaysBefore(db, schoolId, day).limit(100)
  return clerk === null ? days : days.where('drawer.clerk', '=', clerk)
}

/** Selects what a clerk has taken on a day, and the closing if there is one. */
export function clerksDay(db: Db, schoolId: number, day: Day, clerk: string) {
  return cashiersOfDay(db, schoolId, day).where('drawer.clerk', '=', clerk)
}

/** Counts the discounts that wait for an ADMIN: one row. */
export function discountsToApprove(db: Db, schoolId: number, viewer: Viewer) {
  return waitingRequests(db, schoolId, viewer)
}

import type { Compilable } from 'kysely'
import { z } from 'zod'
import { type Action, generalPermission } from '#platform/action.ts'
import { query, type QueryContext } from '#platform/command.ts'
import { statement } from '#platform/database/statement.ts'
import { filesQuota, filesSize, filesUseActions } from '#platform/files/filesUse.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import { type FilesUse, isNearlyFull } from '#shared/filesUse.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { Paise } from '#shared/money.ts'
import { countCases, listCasesAction } from '#domains/attention/server/attention.exports.ts'
import { type AttendanceOfDay, readAttendanceOfDay, seesFamilies } from '#domains/attendance/server/day.exports.ts'
import { type DueSheet, marksDue, marksDueAction } from '#domains/exams/server/today.exports.ts'
import { chequesToClear, everyTerm } from '#domains/fees/server/collected.exports.ts'
import { clerksDay, discountsToApprove, feeLineActions, openDays } from '#domains/fees/server/today.exports.ts'
import { failedMessages, failedMessagesAction } from '#domains/messaging/server/today.exports.ts'
import { ordersToSettleAction, ordersToSettleCount } from '#domains/onlinefees/server/today.exports.ts'
import { type Birthday, birthdays } from '#domains/students/server/birthdays.exports.ts'
import { dashboardActions } from './dashboard.permissions.ts'

/** What needs somebody today. A part that the viewer may not see is null. */
export interface Today {
  schoolId: number
  day: Day
  attendance: AttendanceOfDay | null
  birthdays: (Omit<Birthday, 'phone'> & { phone: string | null })[] | null
  cheques: { count: number; amount: Paise } | null
  /** Online orders and surplus that need a person. */
  ordersToSettle: number | null
  /** Failed messages of the last seven days. */
  failedMessages: number | null
  /** Days before today that are not closed: of all clerks, or the viewer's own. */
  openDays: { clerkName: string; day: Day }[] | null
  /** What the viewer has taken at the counter today; null without a receipt, and for who sees the days of all. */
  ownDay: { collected: Paise; receipts: number; closed: boolean } | null
  discountsToApprove: number | null
  /** Open cases of children, without those to look at again on a later day. */
  casesToSee: number | null
  /** The school's files, when they take four fifths of what they may take, or more. */
  filesNearlyFull: FilesUse | null
  /** The viewer's own sheets whose marks are due and not all there. */
  marksDue: DueSheet[] | null
}

/**
 * Returns what needs somebody today: attendance in two round trips and money in another, all at once, one statement a
 * list. Nothing is shared between requests, because a line goes as soon as it is done.
 */
export const viewToday = query({
  action: dashboardActions.viewToday,
  input: z.object({}),
  run: async (reading): Promise<Today> => {
    const now = new Date()
    const day = schoolDay(now)
    const families = seesFamilies(reading)
    const [attendance, others] = await Promise.all([
      families ? readAttendanceOfDay(reading, now, day) : null,
      readOffice(reading, now, day, families),
    ])
    return { schoolId: reading.schoolId, day, attendance, ...others }
  },
})

/** Returns the statement of a list, or one without rows for a viewer who may not see the list. */
function ifAllowed<Row>(allowed: boolean, select: () => Compilable<Row>): Compilable<Row> {
  return allowed ? select() : statement<Row>('select where false', [])
}

async function readOffice(
  { call, db, read, viewer, school, schoolId }: QueryContext<unknown>,
  now: Date,
  day: Day,
  families: boolean,
): Promise<Omit<Today, 'schoolId' | 'day' | 'attendance'>> {
  const may = (action: Action<never>) => generalPermission(action, viewer, school).allowed
  const allowed = {
    birthdays: families,
    cheques: may(feeLineActions.cheques),
    orders: may(ordersToSettleAction),
    failed: may(failedMessagesAction),
    allDays: may(feeLineActions.openDays),
    ownDay: viewer.role === 'FEES' && may(feeLineActions.ownDay),
    discounts: may(feeLineActions.discounts),
    cases: may(listCasesAction),
    marks: may(marksDueAction),
    files: may(filesUseActions.view),
  }
  const seesDays = allowed.allDays || allowed.ownDay
  const [born, [cheques], [orders], failed, days, [own], discounts, [cases], marks, [files]] = await read(
    ifAllowed(allowed.birthdays, () => birthdays(db, schoolId, viewer, day)),
    ifAllowed(allowed.cheques, () => chequesToClear(db, schoolId, viewer, everyTerm)),
    ifAllowed(allowed.orders, () => ordersToSettleCount(db, schoolId, now)),
    ifAllowed(allowed.failed, () => failedMessages(db, schoolId, viewer, { from: addDays(day, -6), to: day })),
    ifAllowed(seesDays, () => openDays(db, schoolId, day, allowed.allDays ? null : viewer.subject)),
    ifAllowed(allowed.ownDay, () => clerksDay(db, schoolId, day, viewer.subject)),
    ifAllowed(allowed.discounts, () => discountsToApprove(db, schoolId, viewer)),
    ifAllowed(allowed.cases, () => countCases(db, { viewer, school }, day)),
    ifAllowed(allowed.marks, () => marksDue(db, schoolId, viewer, day)),
    ifAllowed(allowed.files, () => filesSize(db, schoolId)),
  )
  const use = files && { used: files.used, quota: filesQuota(call.services.config, school) }
  return {
    birthdays: allowed.birthdays
      ? born.map((student) => ({ ...student, phone: student.phone === defaultPhone ? null : student.phone }))
      : null,
    cheques: cheques ?? null,
    ordersToSettle: orders?.count ?? null,
    failedMessages: allowed.failed ? (failed[0]?.count ?? 0) : null,
    openDays: seesDays ? days.map(({ clerkName, day: open }) => ({ clerkName, day: open })) : null,
    ownDay: own ? { collected: own.collected, receipts: own.receipts, closed: own.closingId !== null } : null,
    discountsToApprove: allowed.discounts ? discounts.length : null,
    casesToSee: cases?.open ?? null,
    filesNearlyFull: use && isNearlyFull(use) ? use : null,
    marksDue: allowed.marks ? marks : null,
  }
}

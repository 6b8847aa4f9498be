import { sql } from 'kysely'
import { command, query } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { showDay } from '#shared/dates.ts'
import { cancelMessagesOfDays } from '#domains/messaging/server/messaging.exports.ts'
import { t } from '#shared/texts.ts'
import { holidayForm, holidayId, holidaysView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { Holiday } from './attendance.types.ts'
import { lockNotices } from './notices.sql.ts'
import { holidaysBetween } from './sections.sql.ts'
import { noticeKinds } from './notices.sql.ts'

/** Returns the holidays of a span of days, in date order. */
export const listHolidays = query({
  action: attendanceActions.viewHolidays,
  input: holidaysView,
  run: async ({ db, read, schoolId, input }): Promise<Holiday[]> => {
    const [rows] = await read(holidaysBetween(db, schoolId, input.from, input.to))
    return rows
  },
})

/**
 * Makes every day of a span a holiday and cancels queued messages about these days. Refuses with CONFLICT on `from`,
 * naming the day, when one of them is already a holiday.
 */
export const addHolidays = command({
  action: attendanceActions.changeHolidays,
  input: holidayForm,
  run: async ({ db, schoolId, input: { from, to, name } }) => {
    await lockNotices(db, schoolId)
    const added = await db
      .insertInto('holidays')
      .columns(['schoolId', 'day', 'name'])
      .expression(
        sql`select ${schoolId}::bigint, day::date, ${name}::text from generate_series(${from}::date, ${to}::date, '1 day') day`,
      )
      .onConflict((conflict) => conflict.columns(['schoolId', 'day']).doNothing())
      .returning(['id', 'day', 'name'])
      .execute()
    const ids = added.map((holiday) => holiday.id)
    const taken = await db
      .selectFrom('holidays')
      .select(['day', 'name'])
      .where('schoolId', '=', schoolId)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where(sql<boolean>`id <> all(${ids}::bigint[])`)
      .orderBy('day')
      .executeTakeFirst()
    if (taken) {
      const message = t`${showDay(taken.day)} is a holiday already: ${taken.name}`
      throw new Refusal('CONFLICT', message, [{ path: 'from', message }])
    }
    for (const kind of [...noticeKinds, 'TIMETABLE'] as const) await cancelMessagesOfDays(db, schoolId, { kind, from, to })
    return { result: added.sort((a, b) => (a.day < b.day ? -1 : 1)), ids, fields: ['day', 'name'] }
  },
})

/** Deletes a holiday, so that the day is a school day again. Returns its id. */
export const deleteHoliday = command({
  action: attendanceActions.changeHolidays,
  input: holidayId,
  load: ({ db, schoolId, input }) =>
    db
      .selectFrom('holidays')
      .select(['id', 'schoolId'])
      .where('schoolId', '=', schoolId)
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst(),
  run: async ({ db, schoolId, input: { id } }) => {
    await db.deleteFrom('holidays').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id] }
  },
})

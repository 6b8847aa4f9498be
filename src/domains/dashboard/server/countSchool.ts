import type { Database } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { systemViewer } from '#platform/viewer.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { attendanceSums } from '#domains/attendance/server/day.exports.ts'
import { collectedByDay, collectedBefore } from '#domains/fees/server/collected.exports.ts'
import { openDays } from '#domains/fees/server/today.exports.ts'
import { feesByMonthAndClass } from './money.sql.ts'

/**
 * Counts the figures by which a school is compared and keeps them. Everything is read as that school: row-level
 * security holds, and the sums are those that its own screens show.
 */
export async function countSchool(database: Database, school: School, now: Date): Promise<void> {
  const { kysely: db } = database
  const schoolId = school.id
  const viewer = systemViewer(schoolId)
  const day = schoolDay(now)
  const [[term], [attendance], [today], open] = await database.read(schoolId, [
    db.selectFrom('terms').select('id').where('schoolId', '=', schoolId).where('current', '=', true),
    attendanceSums(db, school, day),
    collectedByDay(db, schoolId, viewer, { from: day, to: day }),
    openDays(db, schoolId, day, null),
  ] as const)
  const [[collected], fees] = term
    ? await database.read(schoolId, [
        collectedBefore(db, schoolId, viewer, term.id, addDays(day, 1)),
        feesByMonthAndClass(db, schoolId, viewer, { termId: term.id, today: day }),
      ] as const)
    : [[], []]
  const figures = {
    countedAt: now,
    day,
    students: attendance?.students ?? 0,
    present: attendance?.present ?? 0,
    absent: attendance?.absent ?? 0,
    sections: attendance?.sections ?? 0,
    sectionsTaken: attendance?.sectionsTaken ?? 0,
    collectedToday: today?.collected ?? 0,
    collectedTerm: collected?.collected ?? 0,
    overdue: sumMoney(fees.map(({ overdue }) => overdue)),
    openDays: open.length,
  }
  await database.write(schoolId, [
    db
      .insertInto('schoolFigures')
      .values({ schoolId, ...figures })
      .onConflict((conflict) => conflict.column('schoolId').doUpdateSet(figures))
      .returning('id'),
  ])
}

import type { z } from 'zod'
import { command, type CommandContext } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { enabledChannels, kindsOfSchool, queueMessages, wakeSender } from '#domains/messaging/server/messaging.exports.ts'
import { studentById } from '#domains/students/server/studentRecords.exports.ts'
import { absentToday, toldFamilyInput } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import { type AbsentStudent, absentStudents } from './day.sql.ts'
import { dueNotices, lockNotices, lockRegistersOfDay } from './notices.sql.ts'

/** An absent student with the school that rights are decided by. */
type AbsentRow = AbsentStudent & { schoolId: number }
type OfStudent<Schema extends z.ZodType> = CommandContext<z.output<Schema>, AbsentRow>

/** Returns the student if the viewer sees that the student is absent today. */
async function loadAbsent({
  db,
  viewer,
  school,
  schoolId,
  input,
}: Pick<OfStudent<typeof absentToday>, 'db' | 'viewer' | 'school' | 'schoolId' | 'input'>): Promise<AbsentRow | undefined> {
  const student = await absentStudents(db, school, viewer, schoolDay(new Date()), input.studentId).executeTakeFirst()
  return student && { ...student, schoolId }
}

/**
 * Records that the family of a student has been told of an absence today, or has told the school of it, or takes that
 * back. The register may come later. Idempotent. NOT_FOUND for a student whom the viewer does not see.
 */
export const setFamilyTold = command<typeof toldFamilyInput, { schoolId: number }, boolean>({
  action: attendanceActions.tellFamily,
  input: toldFamilyInput,
  load: ({ db, viewer, schoolId, input }) =>
    studentById(db, schoolId, viewer, input.studentId).where('students.erasedAt', 'is', null).executeTakeFirst(),
  run: async ({ db, viewer, schoolId, input: { studentId, told } }) => {
    const day = schoolDay(new Date())
    if (told)
      await db
        .insertInto('toldFamilies')
        .values({ schoolId, day, studentId, toldBy: viewer.subject, toldByName: viewer.name })
        .onConflict((conflict) => conflict.columns(['schoolId', 'day', 'studentId']).doNothing())
        .execute()
    else
      await db
        .deleteFrom('toldFamilies')
        .where('schoolId', '=', schoolId)
        .where('day', '=', day)
        .where('studentId', '=', studentId)
        .execute()
    return { result: told, ids: [studentId], fields: ['told'] }
  },
})

/** The time by which the notice has lost its purpose, as for those that the job queues. */
const noticeLifetimeMs = 86_400_000

/**
 * Sends the notice about a student's absence today, whatever the time of the section. Refuses with NOT_FOUND for a
 * student who is not absent or not the viewer's, and with CONFLICT when the notice was sent, is held, or reaches
 * nobody.
 */
export const sendAbsenceNotice = command<typeof absentToday, AbsentRow, boolean>({
  action: attendanceActions.sendNotice,
  input: absentToday,
  load: async (running) => {
    await lockNotices(running.db, running.schoolId)
    await lockRegistersOfDay(running.db, running.school, schoolDay(new Date()))
    return loadAbsent(running)
  },
  run: async ({ db, call, viewer, school, schoolId, input: { studentId }, row }) => {
    const day = schoolDay(new Date())
    const kinds = await kindsOfSchool(db, schoolId).execute()
    const ways = { ABSENCE: enabledChannels(school, 'ABSENCE', kinds), LATE: [] }
    const refusal = noticeRefusal(row, { on: school.attNotification && ways.ABSENCE.length > 0 })
    if (refusal !== null) throw new Refusal('CONFLICT', refusal)
    const [due] = await dueNotices(db, school, day, { studentId, sentBy: viewer.name }, ways).execute()
    if (!due) throw new Refusal('CONFLICT', t`No channel of the school reaches this family, or today is a holiday.`)
    const { event, phone, email, subject, params } = due
    const expiresAt = new Date(Date.now() + noticeLifetimeMs)
    const message = { event, studentIds: [studentId], phone, email, subject, params, expiresAt }
    await queueMessages(db, school, 'ABSENCE', [message], { day, channels: ways.ABSENCE })
    return { result: true, ids: [studentId], fields: ['notice'], afterCommit: () => wakeSender(call.database) }
  },
})

/** Returns why the notice about a student's absence is not sent now; null when it is. */
function noticeRefusal({ state, at, cancelledByPerson, held }: AbsentStudent, { on }: { on: boolean }): string | null {
  if (!on) return t`The school has switched messages about absences off`
  if (cancelledByPerson) return t`Somebody has cancelled this message. Call the family instead.`
  if (held) return t`Notices are held. Release them first.`
  if (state === null || state === 'CANCELLED') return null
  const time = at === null ? '' : schoolTime(at).slice(0, 5)
  return t`There is a message about this absence already, of ${time}.`
}

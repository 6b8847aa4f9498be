import { may, requirePermission } from '#platform/action.ts'
import type { z } from 'zod'
import { command, query, type QueryContext, type CommandContext } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { schoolDay } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { maskPhone } from '#shared/phones.ts'
import { kindsOfSchool, reaches, enabledChannels } from '#domains/messaging/server/messaging.exports.ts'
import { t } from '#shared/texts.ts'
import { noticeHold, noticesView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { AbsenceNotices, NoticeSection, NoticeStudent } from './attendance.types.ts'
import {
  cancelNoticeEvents,
  noticeKinds,
  lockNotices,
  noticeEvent,
  noticeSections,
  noticeStudents,
  schoolHold,
  type NoticeWays,
  type SectionRow,
  type StudentNotice,
} from './notices.sql.ts'
import { holidaysBetween } from './sections.sql.ts'

type NoticeReading = Pick<QueryContext<unknown>, 'db' | 'read' | 'viewer' | 'school'>

/**
 * Returns the notices of a day by section: who will be notified, who cannot be reached, and the state of each message.
 * For a past day it returns existing messages only. A class-limited ADMIN sees the sections of those classes.
 */
export const viewAbsenceNotices = query({
  action: attendanceActions.viewNotices,
  input: noticesView,
  run: (reading) => readNotices(reading, reading.input.day),
})

async function readNotices({ db, read, viewer, school }: NoticeReading, day: string): Promise<AbsenceNotices> {
  const [sections, students, [held], [holiday], kinds] = await read(
    noticeSections(db, school, viewer, day),
    noticeStudents(db, school, day),
    schoolHold(db, school.id, day),
    holidaysBetween(db, school.id, day, day),
    kindsOfSchool(db, school.id),
  )
  return buildNotices(school, day, { sections, students, held, holiday, kinds })
}

interface NoticeData {
  sections: SectionRow[]
  students: StudentNotice[]
  held: { at: Date; byName: string } | undefined
  holiday: { name: string } | undefined
  kinds: Parameters<typeof enabledChannels>[2]
}

function buildNotices(school: School, day: string, { sections, students, held, holiday, kinds }: NoticeData): AbsenceNotices {
  const ways = { ABSENCE: enabledChannels(school, 'ABSENCE', kinds), LATE: enabledChannels(school, 'LATE', kinds) }
  const why = noticeKinds.some((kind) => ways[kind].length > 0)
    ? noNoticesReason(school, holiday?.name)
    : t`The school has switched messages about absences off`
  const over = day < schoolDay(new Date())
  const ofSection = Map.groupBy(students, (student) => student.sectionId)
  return {
    schoolId: school.id,
    id: `${school.id} ${day}`,
    day,
    on: why === null,
    why,
    held: held ?? null,
    sections: sections.map(({ sectionId, sectionName, time, taken, heldAt, heldBy }): NoticeSection => {
      const open = why === null && time !== null && !over
      return {
        sectionId,
        sectionName,
        time,
        taken,
        held: heldAt === null ? null : { at: heldAt, byName: heldBy ?? '' },
        students: (ofSection.get(sectionId) ?? []).flatMap((student) => noticesOfStudent(student, open, ways)),
      }
    }),
  }
}

function noNoticesReason(school: School, holiday: string | undefined): string | null {
  if (!school.attNotification) return t`Attendance notifications are switched off for this school`
  if (holiday !== undefined) return t`${holiday} is a holiday`
  if (school.attType === 'SUBJECTWISE' && school.subjectwiseSmsTime === null)
    return t`The school has set no time for messages about subjects`
  return null
}

/**
 * Returns the student's notice, or nothing when no message exists and none is planned. A message that a hold cancelled
 * is planned again while it is still true.
 */
function noticesOfStudent(row: StudentNotice, open: boolean, ways: NoticeWays): NoticeStudent[] {
  const { studentId, name, roll, phone, email, subject, messagePhone, mark, subjects, state, at, byPerson } = row
  const student = { studentId, name, roll, mark, subjects }
  const waysOfMark = ways[mark === 'L' ? 'LATE' : 'ABSENCE']
  const planned = open && mark !== null && waysOfMark.length > 0 && (state === null || (state === 'CANCELLED' && !byPerson))
  if (planned) {
    const reached = waysOfMark.some((way) => reaches(way, { phone, email, subject }))
    return [{ ...student, phone: displayPhone(phone), state: reached ? 'PLANNED' : 'NO_PHONE', at: null }]
  }
  return state === null ? [] : [{ ...student, phone: displayPhone(messagePhone ?? phone), state, at }]
}

function displayPhone(phone: string): string {
  return phone === defaultPhone ? '' : maskPhone(phone)
}

const conflicts = {
  notice_holds_school_id_section_id_fkey: {
    path: 'sectionId',
    get message() {
      return t`This section does not exist any more.`
    },
  },
}

type Holding = CommandContext<z.output<typeof noticeHold>, undefined>

/**
 * Holds the notices of a section, or of the whole school, on a day that is not over. Cancels queued notices. Already
 * sent notices get no fallback channel while the hold lasts. Idempotent: holding a held section succeeds. Refuses a
 * class-limited ADMIN with FORBIDDEN for the whole school.
 */
export const holdNotices = command<typeof noticeHold, undefined, AbsenceNotices>({
  action: attendanceActions.holdNotices,
  input: noticeHold,
  conflicts,
  run: async (running) => {
    const { db, viewer, schoolId, input } = running
    const sectionIds = await lockSections(running)
    await db
      .insertInto('noticeHolds')
      .values({ schoolId, day: input.day, sectionId: input.sectionId ?? null, heldBy: viewer.subject, heldByName: viewer.name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const waiting = await noticeStudents(db, running.school, input.day).execute()
    const events = waiting
      .filter((row) => row.state !== null && sectionIds.has(row.sectionId))
      .map((row) => noticeEvent(input.day, row.studentId))
    await cancelNoticeEvents(db, schoolId, events)
    return { result: await noticesAfterChange(running), ids: input.sectionId ? [input.sectionId] : [], fields: ['held'] }
  },
})

/** Releases held notices; due ones are queued within a minute. Idempotent: releasing without a hold succeeds. */
export const releaseNotices = command<typeof noticeHold, undefined, AbsenceNotices>({
  action: attendanceActions.holdNotices,
  input: noticeHold,
  run: async (running) => {
    const { db, schoolId, input } = running
    await lockSections(running)
    await db
      .deleteFrom('noticeHolds')
      .where('schoolId', '=', schoolId)
      .where('day', '=', input.day)
      .where('sectionId', input.sectionId ? '=' : 'is', input.sectionId ?? null)
      .execute()
    return { result: await noticesAfterChange(running), ids: input.sectionId ? [input.sectionId] : [], fields: ['held'] }
  },
})

/**
 * Returns the sections of a hold. Locks out other holds, releases and queueing until the transaction ends.
 * @throws Refusal NOT_FOUND for a section that the viewer does not see, FORBIDDEN for the whole school to a
 * class-limited ADMIN, BAD_INPUT on `day` for a past day
 */
async function lockSections({ db, viewer, school, schoolId, input }: Holding): Promise<Set<number>> {
  const sections = (await noticeSections(db, school, viewer, input.day).execute()).map((section) => section.sectionId)
  if (input.sectionId && !sections.includes(input.sectionId)) throw notFound()
  if (!input.sectionId) requirePermission(may(attendanceActions.holdAllNotices, { viewer, school, row: undefined }))
  if (input.day < schoolDay(new Date())) {
    const message = t`This day is over`
    throw new Refusal('BAD_INPUT', message, [{ path: 'day', message }])
  }
  await lockNotices(db, schoolId)
  return new Set(input.sectionId ? [input.sectionId] : sections)
}

async function noticesAfterChange({ db, viewer, school, schoolId, input: { day } }: Holding): Promise<AbsenceNotices> {
  const [holiday] = await holidaysBetween(db, schoolId, day, day).execute()
  return buildNotices(school, day, {
    sections: await noticeSections(db, school, viewer, day).execute(),
    students: await noticeStudents(db, school, day).execute(),
    held: await schoolHold(db, schoolId, day).executeTakeFirst(),
    holiday,
    kinds: await kindsOfSchool(db, schoolId).execute(),
  })
}

import { may, mustBeAllowed } from '#platform/action.ts'
import type { z } from 'zod'
import { command, query, type Reading, type Running } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { schoolDay } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { maskedPhone } from '#shared/phones.ts'
import { kindsOfSchool, reaches, waysOf } from '#domains/messaging/server/messaging.exports.ts'
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

type Read = Pick<Reading<unknown>, 'db' | 'read' | 'viewer' | 'school'>

/**
 * What the guardians of absent students are told on a day, by section: who is on the list, whom no way reaches, whose message waits
 * or was cancelled; of a day that is over, only what became of it. An ADMIN limited to classes sees their sections.
 */
export const viewAbsenceNotices = query({
  action: attendanceActions.viewNotices,
  input: noticesView,
  run: (reading) => readNotices(reading, reading.input.day),
})

async function readNotices({ db, read, viewer, school }: Read, day: string): Promise<AbsenceNotices> {
  const [sections, students, [held], [holiday], kinds] = await read(
    noticeSections(db, school, viewer, day),
    noticeStudents(db, school, day),
    schoolHold(db, school.id, day),
    holidaysBetween(db, school.id, day, day),
    kindsOfSchool(db, school.id),
  )
  return noticesOf(school, day, { sections, students, held, holiday, kinds })
}

interface Known {
  sections: SectionRow[]
  students: StudentNotice[]
  held: { at: Date; byName: string } | undefined
  holiday: { name: string } | undefined
  kinds: Parameters<typeof waysOf>[2]
}

function noticesOf(school: School, day: string, { sections, students, held, holiday, kinds }: Known): AbsenceNotices {
  const ways = { ABSENCE: waysOf(school, 'ABSENCE', kinds), LATE: waysOf(school, 'LATE', kinds) }
  const why = noticeKinds.some((kind) => ways[kind].length > 0)
    ? whyNobody(school, holiday?.name)
    : 'The school has switched messages about absences off'
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
        students: (ofSection.get(sectionId) ?? []).flatMap((student) => noticeOf(student, open, ways)),
      }
    }),
  }
}

function whyNobody(school: School, holiday: string | undefined): string | null {
  if (!school.attNotification) return 'Attendance notifications are switched off for this school'
  if (holiday !== undefined) return `${holiday} is a holiday`
  if (school.attType === 'SUBJECTWISE' && school.subjectwiseSmsTime === null)
    return 'The school has set no time for messages about subjects'
  return null
}

/**
 * A student of the list; nobody where nothing was queued and nothing will be. What was cancelled while it was held, and is true
 * still, will be queued again.
 */
function noticeOf(row: StudentNotice, open: boolean, ways: NoticeWays): NoticeStudent[] {
  const { studentId, name, roll, phone, email, subject, messagePhone, mark, subjects, state, at, byPerson } = row
  const student = { studentId, name, roll, mark, subjects }
  const waysOfMark = ways[mark === 'L' ? 'LATE' : 'ABSENCE']
  const planned = open && mark !== null && waysOfMark.length > 0 && (state === null || (state === 'CANCELLED' && !byPerson))
  if (planned) {
    const reached = waysOfMark.some((way) => reaches(way, { phone, email, subject }))
    return [{ ...student, phone: shownPhone(phone), state: reached ? 'PLANNED' : 'NO_PHONE', at: null }]
  }
  return state === null ? [] : [{ ...student, phone: shownPhone(messagePhone ?? phone), state, at }]
}

function shownPhone(phone: string): string {
  return phone === defaultPhone ? '' : maskedPhone(phone)
}

const conflicts = {
  notice_holds_school_id_section_id_fkey: { path: 'sectionId', message: 'This section does not exist any more.' },
}

type Holding = Running<z.output<typeof noticeHold>, undefined>

/**
 * Keeps the notices of a section, or of the whole school, back on a day that is not over; those that wait are cancelled, and those that
 * have gone go by no other way, until it is released. Held already is no mistake. FORBIDDEN for the whole school to an ADMIN limited to classes.
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
    return { result: await stored(running), ids: input.sectionId ? [input.sectionId] : [], fields: ['held'] }
  },
})

/** Lets notices that were held go: those that are due are queued within a minute. Not held is no mistake. */
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
    return { result: await stored(running), ids: input.sectionId ? [input.sectionId] : [], fields: ['held'] }
  },
})

/**
 * Which sections a hold is about; nobody else holds, releases or queues until the transaction ends.
 * @throws Refusal NOT_FOUND for a section the viewer does not see, FORBIDDEN for the whole school to whom classes limit, BAD_INPUT
 * on `day` for one that is over
 */
async function lockSections({ db, viewer, school, schoolId, input }: Holding): Promise<Set<number>> {
  const sections = (await noticeSections(db, school, viewer, input.day).execute()).map((section) => section.sectionId)
  if (input.sectionId && !sections.includes(input.sectionId)) throw notFound()
  if (!input.sectionId) mustBeAllowed(may(attendanceActions.holdAllNotices, { viewer, school, row: undefined }))
  if (input.day < schoolDay(new Date())) {
    const message = 'This day is over'
    throw new Refusal('BAD_INPUT', message, [{ path: 'day', message }])
  }
  await lockNotices(db, schoolId)
  return new Set(input.sectionId ? [input.sectionId] : sections)
}

async function stored({ db, viewer, school, schoolId, input: { day } }: Holding): Promise<AbsenceNotices> {
  const [holiday] = await holidaysBetween(db, schoolId, day, day).execute()
  return noticesOf(school, day, {
    sections: await noticeSections(db, school, viewer, day).execute(),
    students: await noticeStudents(db, school, day).execute(),
    held: await schoolHold(db, schoolId, day).executeTakeFirst(),
    holiday,
    kinds: await kindsOfSchool(db, schoolId).execute(),
  })
}

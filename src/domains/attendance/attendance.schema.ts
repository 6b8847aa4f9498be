import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { z } from 'zod'
import { addDays, isDay, parseDay, parseTime, schoolDay } from '#shared/dates.ts'
import { day, id, parsedText, pastDay, requestKey, requiredText, text } from '#shared/inputs.ts'
import { markValue } from '#shared/marks.schema.ts'
import { type Mark, marks } from '#shared/marks.ts'
import { t } from '#shared/texts.ts'
import { type RegisterSession, sessions } from './attendance.rules.ts'

const required = { error: () => t`Required` }

/** The time a register covers: a day, half a day, a slot of the timetable, or a live lecture. */
export const registerSession = z.enum(sessions, required).meta({ graphql: 'RegisterSession' })

/** Validation messages: those of the specification, section 5, worded as in the student import, and our own. */
export const attendanceMessages = saidWhenRead({
  future: () => t`Attendance cannot be taken for a day in the future`,
  longAgo: () => t`This day is too long ago`,
  noClass: (className: string, section: string) => t`${className} or ${section} does not match any class. Please check again!`,
  noRoll: () => t`does not have a roll number`,
  notValid: () => t`Some field is not valid. Please Recheck The File And Try Again`,
  noDate: () => t`Write the date as DD/MM/YYYY`,
  noValue: () => t`Write P, A or L`,
  noSession: () => t`Write MORNING or AFTERNOON`,
})

const earliestDay = '2000-01-01'
const takenDay = pastDay(required.error, () => attendanceMessages.future).refine((value) => value >= earliestDay, {
  error: () => attendanceMessages.longAgo,
})
const note = text(200).optional()

/** The time by the device's own clock, ISO 8601. It is stored for the record only and never used in a decision. */
const deviceTime = z.iso
  .datetime({ offset: true, error: () => t`This is not a date and time` })
  .transform((typed) => new Date(typed))
  .nullish()

/** A time of the timetable, `HH:mm:ss`. */
const time = parsedText(20).transform((typed, context) => {
  const parsed = parseTime(typed)
  if (parsed === null) context.addIssue(t`This is not a time: write it as 09:00`)
  return parsed ?? ''
})

/** Days ahead for which a guardian may tell an absence, and its longest duration. */
export const leaveNoteDays = { ahead: 60, most: 30 } as const

/** What a guardian tells the teacher: the child stays away on these days. */
export const leaveNoteForm = z
  .object({
    fromDay: day(required.error).refine((value) => value >= schoolDay(new Date()), {
      error: () => t`This day has passed. Please write to the office about it.`,
    }),
    toDay: day(required.error),
    reason: requiredText(300, () => t`Say why, in a few words: fever, a wedding`),
  })
  .superRefine(({ fromDay, toDay }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['toDay'], message })
    if (toDay < fromDay) refuse(t`The last day is before the first`)
    else if (toDay > addDays(fromDay, leaveNoteDays.most - 1) || fromDay > addDays(schoolDay(new Date()), leaveNoteDays.ahead))
      refuse(t`At most 30 days, in the next two months. Please ask the office for a longer leave.`)
  })

export const leaveNoteInput = leaveNoteForm.safeExtend({ key: requestKey, studentId: id })
export const leaveNoteChoice = z.object({ id })
export const leaveNotesView = z.object({ sectionId: id, day: takenDay })

/** Identify a register: section, day and session. SUBJECT also needs the subject and the start of its slot. */
const registerFields = {
  sectionId: id,
  day: takenDay,
  session: registerSession,
  subjectId: id.nullish(),
  starts: time.nullish(),
}

interface RegisterFields {
  session: RegisterSession
  subjectId?: number | null | undefined
  starts?: string | null | undefined
}

/** Requires subject and start for SUBJECT and forbids them otherwise. Refuses LECTURE, which is taken live. */
function checkSlotFields(context: { value: RegisterFields; issues: z.core.$ZodRawIssue[] }): void {
  const { session, subjectId, starts } = context.value
  const refuse = (path: string, message: string) =>
    context.issues.push({ code: 'custom', path: [path], message, input: context.value })
  if (session === 'LECTURE') refuse('session', t`The marks of a lecture are taken while it is live`)
  if (session === 'SUBJECT') {
    if (!subjectId) refuse('subjectId', t`Choose a subject`)
    if (!starts) refuse('starts', required.error())
  } else {
    if (subjectId) refuse('subjectId', t`Only a register of a subject has a subject`)
    if (starts) refuse('starts', t`Only a register of a subject has a time`)
  }
}

export const registersOfDayView = z.object({ termId: id, day: day() })

export const registerSheetView = z.object(registerFields).check(checkSlotFields)

export const markHistoryView = z.object({ registerId: id, studentId: id })

/** Maximum number of students in one request, far above the size of any section. */
const maxMarks = 500

export const saveRegisterInput = z
  .object({
    key: requestKey,
    ...registerFields,
    /** The register's version when the screen loaded it; 0 for a register that was not taken. */
    seen: z.number(required).int(required).min(0, required).max(1_000_000_000),
    /** The key of an earlier save whose result was still unknown. This save is refused unless that one was stored. */
    after: requestKey.nullish(),
    deviceAt: deviceTime,
    marks: z
      .array(z.object({ studentId: id, value: markValue, note }).meta({ graphql: 'MarkInput' }))
      .max(maxMarks, { error: () => t`At most ${maxMarks} students at once` }),
  })
  .check(checkSlotFields)

export const correctMarkInput = z.object({
  key: requestKey,
  registerId: id,
  studentId: id,
  /** The mark that the screen showed. */
  was: markValue.nullish(),
  value: markValue,
  note,
  deviceAt: deviceTime,
})

const month = z.string(required).regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: () => t`Write the month as 2026-11` })

export const sectionMonthView = z.object({ sectionId: id, month })

export const studentYearView = z.object({ termId: id, studentId: id })

/** Maximum length of a report: a year with some reserve. */
const maxDays = 400

/** Returns a check that `from` is not after `to` and that the span has at most so many days. */
function checkSpan(most: number) {
  return (context: { value: { from: string; to: string }; issues: z.core.$ZodRawIssue[] }): void => {
    const { from, to } = context.value
    const refuse = (message: string) => context.issues.push({ code: 'custom', path: ['to'], message, input: to })
    if (to < from) refuse(t`The last day is before the first`)
    else if (isDay(from) && to >= addDays(from, most)) refuse(t`At most ${most} days at once`)
  }
}

export const attendanceSummaryView = z.object({ termId: id, from: day(), to: day() }).check(checkSpan(maxDays))

/**
 * A row of an attendance file. The date is written DD/MM/YYYY; only schools with two registers a day have a session.
 */
export const attendanceRow = z.object({
  class: requiredText(60, () => attendanceMessages.notValid),
  section: requiredText(60, () => attendanceMessages.notValid),
  roll: requiredText(12, () => attendanceMessages.noRoll),
  date: parsedText(20, () => attendanceMessages.noDate).transform((typed, context) => {
    const parsed = parseDay(typed)
    if (parsed === null) context.addIssue(attendanceMessages.noDate)
    else if (parsed > schoolDay(new Date())) context.addIssue(attendanceMessages.future)
    else if (parsed < earliestDay) context.addIssue(attendanceMessages.longAgo)
    return parsed ?? ''
  }),
  session: parsedText(20, () => attendanceMessages.noSession)
    .optional()
    .transform((typed = '', context): 'MORNING' | 'AFTERNOON' | '' => {
      const text = typed.trim().toUpperCase()
      if (text === 'MORNING' || text === 'AFTERNOON' || text === '') return text
      context.addIssue(attendanceMessages.noSession)
      return ''
    }),
  value: parsedText(20, () => attendanceMessages.noValue).transform((typed, context): Mark => {
    const text = typed.trim().toUpperCase()
    const mark = marks.find((value) => value === text)
    if (!mark) context.addIssue(attendanceMessages.noValue)
    return mark ?? 'P'
  }),
  note,
})

/** Maximum rows per file: one month of a school of 2,000. A larger school or a longer time takes several files. */
export const maxImportRows = 50_000

export const attendanceImport = z.object({
  termId: id,
  rows: z
    .array(attendanceRow)
    .min(1, { error: () => t`The file has no rows.` })
    .max(maxImportRows, { error: () => t`At most ${maxImportRows} rows at once.` }),
})

export const holidaysView = z.object({ from: day(), to: day() }).check(checkSpan(maxDays))

/** Maximum number of days that one form adds. */
const maxHolidays = 100

export const holidayForm = z.object({ from: day(), to: day(), name: requiredText(80) }).check(checkSpan(maxHolidays))

export const holidayId = z.object({ id })

export const noticesView = z.object({ day: day() })

/** The notices to hold: those of one section, or of the whole school without `sectionId`. */
export const noticeHold = z.object({ day: day(), sectionId: id.nullish() })

/** Registers whose teachers are asked for them. Every section of a large school may be among them. */
const maxNudges = 500

/** Registers of today that were not taken, to ask their teachers for them. */
export const nudgeInput = z.object({
  registers: z
    .array(
      z
        .object({ sectionId: id, session: registerSession, subjectId: id.nullish(), starts: time.nullish() })
        .check(checkSlotFields)
        .meta({ graphql: 'RegisterToAsk' }),
    )
    .min(1, required)
    .max(maxNudges, { error: () => t`At most ${maxNudges} registers at once` }),
})

/** Whether the family of a student knows of an absence today. */
export const toldFamilyInput = z.object({ studentId: id, told: z.boolean(required) })

/** A student who is absent today. */
export const absentToday = z.object({ studentId: id })

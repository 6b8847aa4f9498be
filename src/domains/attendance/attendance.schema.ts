import { z } from 'zod'
import { addDays, isDay, parseDay, parseTime, schoolDay } from '#shared/dates.ts'
import { day, id, parsedText, pastDay, requestKey, requiredText, text } from '#shared/inputs.ts'
import { markValue } from '#shared/marks.ts'
import type { Mark } from '#shared/marks.ts'
import { marks, type RegisterSession, sessions } from './attendance.rules.ts'

/** What a register is of: a day, half of it, a slot of the timetable, or a live lecture. */
export const registerSession = z.enum(sessions, 'Required').meta({ graphql: 'RegisterSession' })

/** The messages of the specification, section 5, as the import of students says them, and those of a register. */
export const words = {
  future: 'Attendance cannot be taken for a day in the future',
  longAgo: 'This day is too long ago',
  noClass: (className: string, section: string) => `${className} or ${section} does not match any class.Please check again!`,
  noRoll: 'does not have a roll number',
  notValid: 'Some field is not valid. Please Recheck The File And Try Again',
  good: 'File looks good. Please click submit to import.',
  noDate: 'Write the date as DD/MM/YYYY',
  noValue: 'Write P, A or L',
  noSession: 'Write MORNING or AFTERNOON',
}

const oldest = '2000-01-01'
const takenDay = pastDay('Required', words.future).refine((value) => value >= oldest, words.longAgo)
const note = text(200).optional()

/** What a device's own clock said, ISO 8601; it is kept and decides nothing. */
const deviceMoment = z.iso
  .datetime({ offset: true, error: 'This is not a moment' })
  .transform((typed) => new Date(typed))
  .nullish()

/** A time of the timetable, `HH:mm:ss`. */
const time = parsedText(20).transform((typed, context) => {
  const read = parseTime(typed)
  if (read === null) context.addIssue('This is not a time: write it as 09:00')
  return read ?? ''
})

/** Which register: of a section, a day and a session; SUBJECT also names the subject and when its slot starts. */
const registerFields = {
  sectionId: id,
  day: takenDay,
  session: registerSession,
  subjectId: id.nullish(),
  starts: time.nullish(),
}

interface Named {
  session: RegisterSession
  subjectId?: number | null | undefined
  starts?: string | null | undefined
}

/** A SUBJECT register names subject and start, the others do not; a LECTURE's marks come with the lecture. */
function namesOneRegister(context: { value: Named; issues: z.core.$ZodRawIssue[] }): void {
  const { session, subjectId, starts } = context.value
  const refuse = (path: string, message: string) =>
    context.issues.push({ code: 'custom', path: [path], message, input: context.value })
  if (session === 'LECTURE') refuse('session', 'The marks of a lecture are taken while it is live')
  if (session === 'SUBJECT') {
    if (!subjectId) refuse('subjectId', 'Choose a subject')
    if (!starts) refuse('starts', 'Required')
  } else {
    if (subjectId) refuse('subjectId', 'Only a register of a subject has a subject')
    if (starts) refuse('starts', 'Only a register of a subject has a time')
  }
}

export const registersOfDayView = z.object({ termId: id, day: day() })

export const registerSheetView = z.object(registerFields).check(namesOneRegister)

export const markHistoryView = z.object({ registerId: id, studentId: id })

/** Far above any section. */
const mostMarks = 500

export const saveRegisterInput = z
  .object({
    key: requestKey,
    ...registerFields,
    /** The version the screen was made of; 0 for a register nobody has taken. */
    seen: z.number('Required').int('Required').min(0, 'Required').max(1_000_000_000),
    /** The key of the save this one was made over, where its end was not known yet: unless that one is stored, this one is not either. */
    after: requestKey.nullish(),
    deviceAt: deviceMoment,
    marks: z
      .array(z.object({ studentId: id, value: markValue, note }).meta({ graphql: 'MarkInput' }))
      .max(mostMarks, `At most ${mostMarks} students at once`),
  })
  .check(namesOneRegister)

export const correctMarkInput = z.object({
  key: requestKey,
  registerId: id,
  studentId: id,
  /** The mark as it was seen. */
  was: markValue.nullish(),
  value: markValue,
  note,
  deviceAt: deviceMoment,
})

const month = z.string('Required').regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Write the month as 2026-11')

export const sectionMonthView = z.object({ sectionId: id, month })

export const studentYearView = z.object({ termId: id, studentId: id })

/** A year and what a school may add to it. */
const mostDays = 400

/** Days in their order, and not more than so many. */
function spanOf(most: number) {
  return (context: { value: { from: string; to: string }; issues: z.core.$ZodRawIssue[] }): void => {
    const { from, to } = context.value
    const refuse = (message: string) => context.issues.push({ code: 'custom', path: ['to'], message, input: to })
    if (to < from) refuse('The last day is before the first')
    else if (isDay(from) && to >= addDays(from, most)) refuse(`At most ${most} days at once`)
  }
}

export const attendanceSummaryView = z.object({ termId: id, from: day(), to: day() }).check(spanOf(mostDays))

/** One line of an attendance file; the date is written DD/MM/YYYY, the session only where a day has two. */
export const attendanceRow = z.object({
  class: requiredText(60, words.notValid),
  section: requiredText(60, words.notValid),
  roll: requiredText(12, words.noRoll),
  date: parsedText(20, words.noDate).transform((typed, context) => {
    const read = parseDay(typed)
    if (read === null) context.addIssue(words.noDate)
    else if (read > schoolDay(new Date())) context.addIssue(words.future)
    else if (read < oldest) context.addIssue(words.longAgo)
    return read ?? ''
  }),
  session: parsedText(20, words.noSession)
    .optional()
    .transform((typed = '', context): 'MORNING' | 'AFTERNOON' | '' => {
      const said = typed.trim().toUpperCase()
      if (said === 'MORNING' || said === 'AFTERNOON' || said === '') return said
      context.addIssue(words.noSession)
      return ''
    }),
  value: parsedText(20, words.noValue).transform((typed, context): Mark => {
    const said = typed.trim().toUpperCase()
    const found = marks.find((value) => value === said)
    if (!found) context.addIssue(words.noValue)
    return found ?? 'P'
  }),
  note,
})

/** A school of 3,000 for a half year of months is many files; one file is a month of 2,000. */
export const mostRows = 50_000

export const attendanceImport = z.object({
  termId: id,
  rows: z.array(attendanceRow).min(1, 'The file has no rows.').max(mostRows, `At most ${mostRows} rows at once.`),
})

export const holidaysView = z.object({ from: day(), to: day() }).check(spanOf(mostDays))

/** How many days one form adds. */
const mostHolidays = 100

export const holidayForm = z.object({ from: day(), to: day(), name: requiredText(80) }).check(spanOf(mostHolidays))

export const holidayId = z.object({ id })

export const noticesView = z.object({ day: day() })

/** What is held: the notices of one section, or, without one, of the whole school. */
export const noticeHold = z.object({ day: day(), sectionId: id.nullish() })

import type { Day } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import type { Counts, RegisterSession } from '../attendance.rules.ts'

/** A register that was taken; the counts are those of its marks. */
export interface TakenRegister extends Counts {
  id: number
  version: number
  takenAt: Date
  takenByName: string
}

/** Which register of which section, whether it was taken or not. */
export interface RegisterPlace {
  schoolId: number
  day: Day
  sectionId: number
  /** `7-B`. */
  sectionName: string
  classId: number
  session: RegisterSession
  subjectId: number | null
  subjectName: string | null
  /** Of the slot of the timetable, `HH:mm:ss`. */
  starts: string | null
}

/** A register that is expected on a day, or was taken on it. */
export interface DayRegister extends RegisterPlace {
  ends: string | null
  /** How many enabled students the section has. */
  students: number
  /** Whether it is missed as long as it is not taken: not on a Sunday or a holiday. */
  expected: boolean
  register: TakenRegister | null
}

export interface DayOfRegisters {
  id: string
  day: Day
  /** Why no register is expected: the holiday's name, or Sunday. */
  holiday: string | null
  registers: DayRegister[]
}

/** A student in a register. */
export interface SheetRow {
  studentId: number
  name: string
  roll: string
  mark: Mark | null
  /** What the screen starts with. */
  suggested: Mark
  note: string
  /** When the student first came in at the gate that day. */
  gateIn: Date | null
  /** How often the mark was corrected. */
  changes: number
}

export interface RegisterSheet extends RegisterPlace {
  holiday: string | null
  registerId: number | null
  /** 0 when it was not taken. */
  version: number
  takenAt: Date | null
  takenByName: string | null
  rows: SheetRow[]
}

export interface MarkChange {
  id: number
  at: Date
  byName: string
  was: Mark | null
  value: Mark
  note: string
}

/** One column of the month's grid: a register, or the lectures of a subject on a day where they are not shown one by one. */
export interface MonthRegister extends Counts {
  id: number
  registerIds: number[]
  day: Day
  session: RegisterSession
  subjectName: string | null
  starts: string | null
  takenAt: Date
  takenByName: string
}

export interface MonthStudent extends Counts {
  id: number
  name: string
  roll: string
  disabled: boolean
  /** Whether the student sits in another section now. */
  left: boolean
  /** A character for each register of the month in its order: P, A, L, or · for none. */
  marks: string
}

export interface SectionMonth {
  id: string
  sectionId: number
  sectionName: string
  month: string
  days: { day: Day; holiday: string | null; registers: MonthRegister[] }[]
  students: MonthStudent[]
}

export interface YearMark {
  registerId: number
  session: RegisterSession
  subjectName: string | null
  starts: string | null
  value: Mark
  note: string
  /** Whether it counts into the percentage. */
  counted: boolean
}

export interface YearMonth extends Counts {
  month: string
  /** How many registers of the month that count have a mark of the student. */
  taken: number
  days: { day: Day; holiday: string | null; marks: YearMark[] }[]
}

export interface StudentYear extends Counts {
  id: string
  studentId: number
  name: string
  sectionName: string
  months: YearMonth[]
}

export interface SummaryRow extends Counts {
  students: number
  /** Registers taken on school days, and how many those days asked for. */
  taken: number
  expected: number
}

export interface SectionSummary extends SummaryRow {
  sectionId: number
  sectionName: string
}

export interface AttendanceSummary {
  sections: SectionSummary[]
  total: SummaryRow
}

export interface ImportedMarks {
  registers: number
  marks: number
  changed: number
}

export interface Holiday {
  id: number
  day: Day
  name: string
}

export const noticeStates = [
  'PLANNED',
  'NO_PHONE',
  'QUEUED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'READ',
  'FAILED',
  'UNKNOWN',
  'CANCELLED',
] as const
export type NoticeState = (typeof noticeStates)[number]

export interface Hold {
  at: Date
  byName: string
}

/** A student whose guardians hear of an absence, or would. */
export interface NoticeStudent {
  studentId: number
  name: string
  roll: string
  /** `98xxxxxx10`. */
  phone: string
  /** null where the absence was corrected since. */
  mark: Mark | null
  /** What was missed, where attendance is taken by subject. */
  subjects: string[]
  state: NoticeState
  at: Date | null
}

export interface NoticeSection {
  sectionId: number
  sectionName: string
  /** `HH:mm`; null where no time is set and nobody is told. */
  time: string | null
  taken: boolean
  held: Hold | null
  students: NoticeStudent[]
}

export interface AbsenceNotices {
  schoolId: number
  id: string
  day: Day
  on: boolean
  /** Why nobody is told on this day. */
  why: string | null
  held: Hold | null
  sections: NoticeSection[]
}

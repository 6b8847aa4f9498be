import type { Day } from '#shared/dates.ts'
import type { StudentHead } from '#domains/students/server/studentHead.exports.ts'
import type { Mark } from '#shared/marks.ts'
import type { MarkCounts, RegisterSession } from '../attendance.rules.ts'

/** A taken register with the counts of its marks. */
export interface TakenRegister extends MarkCounts {
  id: number
  version: number
  takenAt: Date
  takenByName: string
}

/** Identifies a register, taken or not. */
export interface RegisterIdentity {
  schoolId: number
  day: Day
  sectionId: number
  /** `7-B`. */
  sectionName: string
  classId: number
  session: RegisterSession
  subjectId: number | null
  subjectName: string | null
  /** Start of the slot in the timetable, `HH:mm:ss`. */
  starts: string | null
}

/** A register that is expected on a day, or was taken on it. */
export interface DayRegister extends RegisterIdentity {
  ends: string | null
  /** Number of students who are in the section that day. */
  students: number
  /** Whether the register must be taken: false on Sundays and holidays. */
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
  /** The mark the screen starts with. */
  suggested: Mark
  note: string
  /** When the student first came in at the gate that day. */
  gateIn: Date | null
  /** Number of corrections of the mark. */
  changes: number
  /** What a guardian has told about the day; null for nothing. */
  leaveReason: string | null
  leaveToldAt: Date | null
}

export interface RegisterSheet extends RegisterIdentity {
  holiday: string | null
  registerId: number | null
  /** 0 for a register that was not taken. */
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

/** A column of the month's grid: one register, or all lectures of a subject on a day when the school merges them. */
export interface MonthRegister extends MarkCounts {
  id: number
  registerIds: number[]
  day: Day
  session: RegisterSession
  subjectName: string | null
  starts: string | null
  takenAt: Date
  takenByName: string
}

export interface MonthStudent extends MarkCounts {
  id: number
  name: string
  roll: string
  disabled: boolean
  /** Whether the student is now in another section. */
  left: boolean
  /** One character per column of the month: P, A, L, or · for no mark. */
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
  /** Whether the mark counts towards the percentage. */
  counted: boolean
}

export interface YearMonth extends MarkCounts {
  month: string
  /** Number of counting registers of the month with a mark of the student. */
  taken: number
  days: { day: Day; holiday: string | null; marks: YearMark[] }[]
}

export interface StudentYear extends MarkCounts {
  id: string
  /** The first day of the term. */
  startsOn: Day
  student: StudentHead & { sectionName: string }
  months: YearMonth[]
}

export interface SummaryRow extends MarkCounts {
  students: number
  /** Number of registers taken on school days. `expected` is the number that these days require. */
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

/** A student whose guardians are, or would be, notified of an absence. */
export interface NoticeStudent {
  studentId: number
  name: string
  roll: string
  /** `98xxxxxx10`. */
  phone: string
  /** null when the absence was corrected since. */
  mark: Mark | null
  /** Names of the missed subjects, where attendance is taken by subject. */
  subjects: string[]
  state: NoticeState
  at: Date | null
}

export interface NoticeSection {
  sectionId: number
  sectionName: string
  /** `HH:mm`; null when no time is set, so that nobody is notified. */
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
  /** Why nobody is notified on this day; null when notices are sent. */
  why: string | null
  held: Hold | null
  sections: NoticeSection[]
}

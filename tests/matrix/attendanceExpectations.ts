import { randomUUID } from 'node:crypto'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const takers = ['superadmin', 'admin', 'limitedAdmin', 'teacher', 'attendant'] as const satisfies readonly Who[]
const tellers = ['superadmin', 'admin', 'limitedAdmin', 'teacher'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

const day = schoolDay(new Date())
const notTheirs = ['teacher'] as const
const mark = (studentId: number | string) => ({ studentId, value: 'A', note: '' })

/** A register of today that nobody has taken, with its students. */
const today = (sectionId: number, students: readonly (number | string)[]) => ({
  input: { key: randomUUID(), sectionId, day, session: 'DAY', seen: 0, marks: students.map(mark) },
})
const corrected = (registerId: Extra[string] | undefined, studentId: number) => ({
  input: { key: randomUUID(), registerId, studentId, was: 'P', value: 'A' },
})

const marksOf = (termId: number, className: string) => ({
  input: { termId, rows: [{ class: className, section: 'A', roll: '1', date: day.split('-').reverse().join('/'), value: 'P' }] },
})

/** Rights on registers, holidays and notices. Other sections answer as if they did not exist. */
export const attendanceExpectations: Readonly<Record<string, Expectation>> = {
  attendanceViewerCan: { who: takers, noRow: true },
  registersOfDay: { who: takers, noRow: true, variables: ({ termId }) => ({ input: { termId, day } }) },
  registerSheet: {
    who: takers,
    notTheirs,
    variables: ({ section7A }) => ({ input: { sectionId: section7A, day, session: 'DAY' } }),
    outOfClass: ({ section8A }) => ({ input: { sectionId: section8A, day, session: 'DAY' } }),
  },
  leaveNotes: { who: takers, noRow: true, variables: ({ section7A }) => ({ input: { sectionId: section7A, day } }) },
  markHistory: {
    who: takers,
    notTheirs,
    variables: ({ extra, student7A }) => ({ input: { registerId: extra.register7, studentId: student7A } }),
    outOfClass: ({ extra, student8A }) => ({ input: { registerId: extra.register8, studentId: student8A } }),
  },
  saveRegister: {
    who: takers,
    notTheirs,
    variables: ({ section7A, student7A }) => today(section7A, [student7A]),
    outOfClass: ({ section8A, student8A, extra }) => today(section8A, [student8A, extra.spareStudent ?? '']),
  },
  correctMark: {
    who: takers,
    notTheirs,
    variables: ({ extra, student7A }) => corrected(extra.register7, student7A),
    outOfClass: ({ extra, student8A }) => corrected(extra.register8, student8A),
  },
  sectionMonth: {
    who: takers,
    notTheirs,
    variables: ({ section7A }) => ({ input: { sectionId: section7A, month: day.slice(0, 7) } }),
    outOfClass: ({ section8A }) => ({ input: { sectionId: section8A, month: day.slice(0, 7) } }),
  },
  studentYear: {
    who: takers,
    notTheirs,
    variables: ({ termId, student7A }) => ({ input: { termId, studentId: student7A } }),
    outOfClass: ({ termId, student8A }) => ({ input: { termId, studentId: student8A } }),
  },
  attendanceSummary: {
    who: takers,
    noRow: true,
    variables: ({ termId }) => ({ input: { termId, from: addDays(day, -30), to: day } }),
  },
  importAttendance: {
    who: office,
    noRow: true,
    outOfClassCode: 'BAD_INPUT',
    variables: ({ termId }) => marksOf(termId, '7'),
    outOfClass: ({ termId }) => marksOf(termId, '8'),
  },
  nudgeRegisters: {
    who: office,
    variables: ({ section7A }) => ({ input: { registers: [{ sectionId: section7A, session: 'DAY' }] } }),
    outOfClass: ({ section8A }) => ({ input: { registers: [{ sectionId: section8A, session: 'DAY' }] } }),
  },
  setFamilyTold: {
    who: tellers,
    notTheirs,
    variables: ({ student7A }) => ({ input: { studentId: student7A, told: true } }),
    outOfClass: ({ student8A }) => ({ input: { studentId: student8A, told: true } }),
  },
  sendAbsenceNotice: {
    who: office,
    variables: ({ extra }) => ({ input: { studentId: extra.absent7 } }),
    outOfClass: ({ extra }) => ({ input: { studentId: extra.absent8 } }),
  },
  holidays: { who: takers, noRow: true, variables: () => ({ input: { from: day, to: addDays(day, 30) } }) },
  addHolidays: {
    who: office,
    notLimited: true,
    noRow: true,
    variables: () => ({ input: { from: addDays(day, 1), to: addDays(day, 2), name: 'Diwali' } }),
  },
  deleteHoliday: { who: office, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.holiday } }) },
  absenceNotices: { who: office, noRow: true, variables: () => ({ input: { day } }) },
  holdNotices: {
    who: office,
    variables: ({ section7A }) => ({ input: { day, sectionId: section7A } }),
    outOfClass: ({ section8A }) => ({ input: { day, sectionId: section8A } }),
  },
  releaseNotices: {
    who: office,
    variables: ({ section7A }) => ({ input: { day, sectionId: section7A } }),
    outOfClass: ({ section8A }) => ({ input: { day, sectionId: section8A } }),
  },
}

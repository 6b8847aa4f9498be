import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import {
  type Counts,
  countedSessions,
  countMarks,
  holidayName,
  lastDayOf,
  schoolDays,
  takenSessions,
} from '../attendance.rules.ts'
import { attendanceSummaryView, sectionMonthView, studentYearView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type {
  AttendanceSummary,
  MonthRegister,
  SectionMonth,
  SectionSummary,
  StudentYear,
  SummaryRow,
  YearMark,
  YearMonth,
} from './attendance.types.ts'
import {
  type ColumnRow,
  type GridRow,
  monthColumns,
  monthGrid,
  sectionSeen,
  slotsByWeekday,
  studentSeen,
  summaryRows,
  yearHolidays,
  yearMarks,
} from './reports.sql.ts'
import { holidaysBetween, termWithId } from './sections.sql.ts'

/** A section's month as a grid: its days with their registers, and each student's marks as one text. NOT_FOUND where it is not seen. */
export const viewSectionMonth = query({
  action: attendanceActions.view,
  input: sectionMonthView,
  run: async ({ db, read, viewer, school, schoolId, input: { sectionId, month } }): Promise<SectionMonth> => {
    const span = { sectionId, from: `${month}-01`, to: lastDayOf(month) }
    const [[section], columns, students, holidays] = await read(
      sectionSeen(db, schoolId, viewer, sectionId),
      monthColumns(db, school, span),
      monthGrid(db, school, span),
      holidaysBetween(db, schoolId, span.from, span.to),
    )
    if (!section) throw notFound()
    const registers = Map.groupBy(registersInColumns(columns, students), (register) => register.day)
    const named = new Map(holidays.map((holiday) => [holiday.day, holiday.name]))
    return {
      id: `${sectionId} ${month}`,
      sectionId,
      sectionName: section.name,
      month,
      days: daysBetween(span.from, span.to).map((day) => ({
        day,
        holiday: holidayName(day, named.get(day)),
        registers: registers.get(day) ?? [],
      })),
      students,
    }
  },
})

function daysBetween(from: string, to: string): string[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** A register per column; lectures that share one are counted as the grid shows them. */
function registersInColumns(columns: readonly ColumnRow[], students: readonly GridRow[]): MonthRegister[] {
  return [...Map.groupBy(columns, (column) => column.nth)].flatMap(([nth, rows]) => {
    const [first] = rows
    if (!first) return []
    const shown = students
      .map((student) => student.marks[nth - 1])
      .filter((mark): mark is Mark => mark !== undefined && mark !== '·')
    return [{ ...first, ...(rows.length > 1 ? countMarks(shown) : {}), registerIds: rows.map((row) => row.id) }]
  })
}

/** A student's marks of a term by month. NOT_FOUND unless she has a place in it that the viewer sees. */
export const viewStudentYear = query({
  action: attendanceActions.view,
  input: studentYearView,
  run: async ({ db, read, viewer, school, schoolId, input: { termId, studentId } }): Promise<StudentYear> => {
    const [[student], marks, holidays] = await read(
      studentSeen(db, schoolId, viewer, termId, studentId),
      yearMarks(db, schoolId, termId, studentId),
      yearHolidays(db, schoolId, termId, studentId),
    )
    if (!student) throw notFound()
    const counts = countedSessions(school.attType)
    const rows = marks.map((mark) => ({ ...mark, counted: counts.includes(mark.session) }))
    const named = new Map(holidays.map((holiday) => [holiday.day, holiday.name]))
    const days = Map.groupBy(rows, (row) => row.day)
    const months = Map.groupBy([...new Set([...days.keys(), ...named.keys()])].sort(byDay), (day) => day.slice(0, 7))
    return {
      id: `${termId} ${studentId}`,
      studentId,
      name: student.name,
      sectionName: student.sectionName,
      ...countedOf(rows),
      months: [...months].map(([month, its]): YearMonth => {
        const ofMonth = its.flatMap((day) => days.get(day) ?? [])
        return {
          month,
          taken: ofMonth.filter((row) => row.counted).length,
          ...countedOf(ofMonth),
          days: its.map((day) => ({ day, holiday: holidayName(day, named.get(day)), marks: days.get(day) ?? [] })),
        }
      }),
    }
  },
})

function countedOf(rows: readonly YearMark[]): Counts {
  return countMarks(rows.filter((row) => row.counted).map((row) => row.value))
}

/**
 * How the viewer's sections of a term were attended in some days, up to today: registers expected and taken on school days, and what
 * the registers that count add up to. NOT_FOUND for a term the school does not have.
 */
export const viewAttendanceSummary = query({
  action: attendanceActions.view,
  input: attendanceSummaryView,
  run: async ({ db, read, viewer, school, schoolId, input: { termId, from, to } }): Promise<AttendanceSummary> => {
    const [rows, holidays, slots, terms] = await read(
      summaryRows(db, school, viewer, { termId, from, to }),
      holidaysBetween(db, schoolId, from, to),
      slotsByWeekday(db, schoolId, termId),
      termWithId(db, schoolId, termId),
    )
    if (terms.length === 0) throw notFound()
    const today = schoolDay(new Date())
    const weekdays = schoolDays(
      from,
      to < today ? to : today,
      holidays.map((holiday) => holiday.day),
    )
    const ofSection = Map.groupBy(slots, (slot) => slot.sectionId)
    const bySlot = school.attType === 'SUBJECTWISE'
    const daily = weekdays.reduce((sum, days) => sum + days, 0) * takenSessions(school.attType).length
    const sections = rows.map((row): SectionSummary => {
      const timetable = ofSection.get(row.sectionId) ?? []
      const expected = bySlot ? timetable.reduce((sum, { day, slots: count }) => sum + (weekdays[day] ?? 0) * count, 0) : daily
      return { ...row, expected }
    })
    return { sections, total: sections.reduce(added, { students: 0, taken: 0, expected: 0, present: 0, absent: 0, late: 0 }) }
  },
})

function added(sum: SummaryRow, row: SummaryRow): SummaryRow {
  return {
    students: sum.students + row.students,
    taken: sum.taken + row.taken,
    expected: sum.expected + row.expected,
    present: sum.present + row.present,
    absent: sum.absent + row.absent,
    late: sum.late + row.late,
  }
}

function byDay(a: string, b: string): number {
  return a < b ? -1 : 1
}

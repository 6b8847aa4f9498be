import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import {
  type MarkCounts,
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
  visibleSectionById,
  slotsByWeekday,
  visibleStudent,
  summaryRows,
  yearHolidays,
  yearMarks,
} from './reports.sql.ts'
import { holidaysBetween, termById } from './sections.sql.ts'

/** Returns a section's month as a grid: days with registers, and each student's marks as one string. */
export const viewSectionMonth = query({
  action: attendanceActions.view,
  input: sectionMonthView,
  run: async ({ db, read, viewer, school, schoolId, input: { sectionId, month } }): Promise<SectionMonth> => {
    const span = { sectionId, from: `${month}-01`, to: lastDayOf(month) }
    const [[section], columns, students, holidays] = await read(
      visibleSectionById(db, schoolId, viewer, sectionId),
      monthColumns(db, school, span),
      monthGrid(db, school, span),
      holidaysBetween(db, schoolId, span.from, span.to),
    )
    if (!section) throw notFound()
    const registers = Map.groupBy(gridRegisters(columns, students), (register) => register.day)
    const holidayNames = new Map(holidays.map((holiday) => [holiday.day, holiday.name]))
    return {
      id: `${sectionId} ${month}`,
      sectionId,
      sectionName: section.name,
      month,
      days: daysBetween(span.from, span.to).map((day) => ({
        day,
        holiday: holidayName(day, holidayNames.get(day)),
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

/** Returns one register per column. Merged lectures are counted as the grid shows them. */
function gridRegisters(columns: readonly ColumnRow[], students: readonly GridRow[]): MonthRegister[] {
  return [...Map.groupBy(columns, (column) => column.nth)].flatMap(([nth, rows]) => {
    const [first] = rows
    if (!first) return []
    const shown = students
      .map((student) => student.marks[nth - 1])
      .filter((mark): mark is Mark => mark !== undefined && mark !== '·')
    return [{ ...first, ...(rows.length > 1 ? countMarks(shown) : {}), registerIds: rows.map((row) => row.id) }]
  })
}

/** Returns a student's marks of a term by month. NOT_FOUND unless the viewer sees the student's enrolment in it. */
export const viewStudentYear = query({
  action: attendanceActions.view,
  input: studentYearView,
  run: async ({ db, read, viewer, school, schoolId, input: { termId, studentId } }): Promise<StudentYear> => {
    const [[student], marks, holidays] = await read(
      visibleStudent(db, schoolId, viewer, termId, studentId),
      yearMarks(db, schoolId, termId, studentId),
      yearHolidays(db, schoolId, termId, studentId),
    )
    if (!student) throw notFound()
    const counts = countedSessions(school.attType)
    const rows = marks.map((mark) => ({ ...mark, counted: counts.includes(mark.session) }))
    const holidayNames = new Map(holidays.map((holiday) => [holiday.day, holiday.name]))
    const days = Map.groupBy(rows, (row) => row.day)
    const months = Map.groupBy([...new Set([...days.keys(), ...holidayNames.keys()])].sort(compareDays), (day) => day.slice(0, 7))
    return {
      id: `${termId} ${studentId}`,
      startsOn: student.startsOn,
      student,
      ...sumCounted(rows),
      months: [...months].map(([month, monthDays]): YearMonth => {
        const monthRows = monthDays.flatMap((day) => days.get(day) ?? [])
        return {
          month,
          taken: monthRows.filter((row) => row.counted).length,
          ...sumCounted(monthRows),
          days: monthDays.map((day) => ({ day, holiday: holidayName(day, holidayNames.get(day)), marks: days.get(day) ?? [] })),
        }
      }),
    }
  },
})

function sumCounted(rows: readonly YearMark[]): MarkCounts {
  return countMarks(rows.filter((row) => row.counted).map((row) => row.value))
}

/**
 * Returns the attendance of the viewer's sections over a span of days, up to today: registers expected and taken on
 * school days, and the sums of the registers that count. NOT_FOUND for a term that the school does not have.
 */
export const viewAttendanceSummary = query({
  action: attendanceActions.view,
  input: attendanceSummaryView,
  run: async ({ db, read, viewer, school, schoolId, input: { termId, from, to } }): Promise<AttendanceSummary> => {
    const today = schoolDay(new Date())
    const [rows, holidays, slots, terms] = await read(
      summaryRows(db, school, viewer, { termId, from, to, today }),
      holidaysBetween(db, schoolId, from, to),
      slotsByWeekday(db, schoolId, termId),
      termById(db, schoolId, termId),
    )
    if (terms.length === 0) throw notFound()
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
    return {
      sections,
      total: sections.reduce(addSummaries, { students: 0, taken: 0, expected: 0, present: 0, absent: 0, late: 0 }),
    }
  },
})

function addSummaries(sum: SummaryRow, row: SummaryRow): SummaryRow {
  return {
    students: sum.students + row.students,
    taken: sum.taken + row.taken,
    expected: sum.expected + row.expected,
    present: sum.present + row.present,
    absent: sum.absent + row.absent,
    late: sum.late + row.late,
  }
}

function compareDays(a: string, b: string): number {
  return a < b ? -1 : 1
}

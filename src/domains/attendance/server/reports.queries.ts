import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import {
  type MarkCounts,
  countedSessions,
  countMarks,
  holidayName,
  lastDayOf,
  joinSpans,
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
  daysOfTerm,
  monthColumns,
  monthGrid,
  occupiedDays,
  visibleSectionById,
  slotsByWeekday,
  visibleStudent,
  summaryRows,
  yearHolidays,
  yearMarks,
} from './reports.sql.ts'
import { holidaysBetween } from './sections.sql.ts'

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
    const holidayNames = new Map(holidays.map((holiday) => [holiday.day, holiday.name]))
    const rows = marks.map((mark) => ({ ...mark, counted: counts.includes(mark.session) && !holidayNames.has(mark.day) }))
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
    const [rows, holidays, slots, occupied, [term]] = await read(
      summaryRows(db, school, viewer, { termId, from, to, today }),
      holidaysBetween(db, schoolId, from, to),
      slotsByWeekday(db, schoolId, termId),
      occupiedDays(db, schoolId, { termId, from, to }),
      daysOfTerm(db, schoolId, termId),
    )
    if (!term) throw notFound()
    const expectedDays = countExpectedDays(
      { from: term.firstDay > from ? term.firstDay : from, to: [to, term.lastDay, today].sort(compareDays)[0] ?? to },
      holidays.map((holiday) => holiday.day),
    )
    const spans = Map.groupBy(occupied, (span) => span.sectionId)
    const ofSection = Map.groupBy(slots, (slot) => slot.sectionId)
    const perDay = school.attType === 'SUBJECTWISE' ? null : takenSessions(school.attType).length
    const sections = rows.map((row): SectionSummary => {
      const weekdays = expectedDays(spans.get(row.sectionId) ?? [])
      const timetable = ofSection.get(row.sectionId) ?? []
      const expected =
        perDay === null
          ? timetable.reduce((sum, { day, slots: count }) => sum + (weekdays[day] ?? 0) * count, 0)
          : weekdays.reduce((sum, days) => sum + days, 0) * perDay
      return { ...row, expected }
    })
    return {
      sections,
      total: sections.reduce(addSummaries, { students: 0, taken: 0, expected: 0, present: 0, absent: 0, late: 0 }),
    }
  },
})

/**
 * Returns a function that counts the school days of a span by weekday, Sunday first, on which a section has students.
 * Nearly all sections have them on the same days, which are counted once.
 */
function countExpectedDays({ from, to }: { from: Day; to: Day }, holidays: readonly Day[]) {
  const counted = new Map<string, number[]>()
  return (occupied: readonly { firstDay: Day; lastDay: Day }[]): number[] => {
    const spans = joinSpans(
      occupied.map(({ firstDay, lastDay }) => ({ from: firstDay > from ? firstDay : from, to: lastDay < to ? lastDay : to })),
    )
    const key = JSON.stringify(spans)
    const known =
      counted.get(key) ?? spans.map((span) => schoolDays(span.from, span.to, holidays)).reduce(addWeekdays, [0, 0, 0, 0, 0, 0, 0])
    counted.set(key, known)
    return known
  }
}

function addWeekdays(sum: readonly number[], days: readonly number[]): number[] {
  return sum.map((count, weekday) => count + (days[weekday] ?? 0))
}

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

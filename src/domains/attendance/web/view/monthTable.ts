import { type Day, showDay } from '#shared/dates.ts'
import { plainTable, type SheetTable } from '#shared/sheet.ts'
import type { AttType } from '../../attendance.rules.ts'
import { sessionWords, weekdayAndDay } from '../words.ts'
import { cellText, type Month, monthDays, showMonth } from './monthColumns.ts'
import type { StudentYearQuery } from './view.graphql.ts'

/** A section's month as it leaves the product: the grid, cell by cell as it is on screen. */
export function monthTable(month: Month, attType: AttType, today: Day): SheetTable {
  const columns = monthDays(month.days, attType).flatMap((one) =>
    one.columns.map((column) => ({ ...column, holiday: one.holiday })),
  )
  return plainTable(`${month.sectionName} ${showMonth(month.month)}`, [
    [
      'Roll',
      'Name',
      ...columns.map(({ day, register, short }) => headOf(day, register ? sessionWords(register) : short)),
      ...sums,
    ],
    ...month.students.map((student) => [
      student.roll,
      student.name,
      ...columns.map((column) => cellText(column, column.holiday, student.marks, today)),
      student.present,
      student.absent,
      student.late,
      student.percent,
    ]),
  ])
}

const sums = ['P', 'A', 'L', '%']

function headOf(day: Day, session: string): string {
  return [weekdayAndDay(day), session].filter(Boolean).join(' ')
}

/** Every mark of a student's year. */
export function yearTable(year: StudentYearQuery['studentYear'], name: string): SheetTable {
  return plainTable(name, [
    ['Date', 'Register', 'Mark', 'Note', 'Counts'],
    ...year.months.flatMap(({ days }) =>
      days.flatMap(({ day, marks }) =>
        marks.map((mark) => [showDay(day), sessionWords(mark), mark.value, mark.note, mark.counted ? 'Yes' : 'No']),
      ),
    ),
  ])
}

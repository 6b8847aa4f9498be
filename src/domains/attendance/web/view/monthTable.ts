import { t } from '@lingui/core/macro'
import { type Day, showDay } from '#shared/dates.ts'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import type { AttType } from '#shared/attTypes.ts'
import { sessionLabel, weekdayAndDay } from '../labels.ts'
import { cellText, type Month, monthDays, showMonth } from './monthColumns.ts'
import type { StudentYearQuery } from './view.graphql.ts'

/** Builds the export of a section's month, with the same cells as the grid on the screen. */
export function monthTable(month: Month, attType: AttType, today: Day): SheetTable {
  const columns = monthDays(month.days, attType).flatMap((day) =>
    day.columns.map((column) => ({ ...column, holiday: day.holiday })),
  )
  return tableFromCells(`${month.sectionName} ${showMonth(month.month)}`, [
    [
      t`Roll`,
      t`Name`,
      ...columns.map(({ day, register, short }) => headOf(day, register ? sessionLabel(register) : short)),
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

/** Builds the export of all marks of a student's year. */
export function yearTable(year: StudentYearQuery['studentYear'], name: string): SheetTable {
  return tableFromCells(name, [
    [t`Date`, t`Register`, t`Mark`, t`Note`, t`Counts`],
    ...year.months.flatMap(({ days }) =>
      days.flatMap(({ day, marks }) =>
        marks.map((mark) => [showDay(day), sessionLabel(mark), mark.value, mark.note, mark.counted ? t`Yes` : t`No`]),
      ),
    ),
  ])
}

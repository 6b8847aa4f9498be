import { t } from '@lingui/core/macro'
import { parseDay } from '#shared/dates.ts'
import type { ImportColumn } from '#shared/importColumns.ts'
import type { CellProblem, ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { attendanceRow, attendanceMessages } from '../../attendance.schema.ts'

/** A row as sent to the server, which parses the cells again. */
export type FileRow = Record<'class' | 'section' | 'roll' | 'date' | 'session' | 'value' | 'note', string>

/** Returns the columns of AttendanceTemplate.csv, with `session` if the school takes two registers a day. */
export function importColumns(twice: boolean): readonly ImportColumn[] {
  return [
    { key: 'class', label: t`Class`, required: true, aliases: ['class_name', 'standard', 'std'] },
    { key: 'section', label: t`Section`, required: true, aliases: ['section_name', 'division', 'div'] },
    { key: 'roll', label: t`Roll`, required: true, aliases: ['roll_no', 'roll_number'] },
    { key: 'date', label: t`Date`, required: true, aliases: ['day'] },
    ...(twice ? [{ key: 'session', label: t`Session`, required: true, aliases: ['half'] }] : []),
    {
      key: 'value',
      label: t({ message: 'Value', context: 'a mark' }),
      required: true,
      aliases: ['attendance', 'mark', 'status'],
    },
    { key: 'note', label: t`Note`, aliases: ['remark', 'remarks', 'comment'] },
  ]
}

export function toFileRow(row: ImportRow): FileRow {
  const { class: className = '', section = '', roll = '', date = '', session = '', value = '', note = '' } = row
  return { class: className, section, roll, date, session, value, note }
}

const normalized = (text: string) => text.replace(/\s+/gu, ' ').trim().toLowerCase()

/** Returns a check of a row: its cells, and whether the term has its class and section. */
export function rowChecks(sections: readonly { name: string; class: { name: string } }[], twice: boolean) {
  const known = new Set(sections.map((section) => `${normalized(section.class.name)}\n${normalized(section.name)}`))
  return (row: ImportRow): CellProblem[] => {
    const read = attendanceRow.safeParse(toFileRow(row))
    const problems = read.success
      ? []
      : read.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
    const { class: className = '', section = '', session = '' } = row
    if (className !== '' && section !== '' && !known.has(`${normalized(className)}\n${normalized(section)}`))
      problems.push({ key: 'class', message: attendanceMessages.noClass(className, section) })
    if (twice && session === '') problems.push({ key: 'session', message: attendanceMessages.noSession })
    return problems
  }
}

/** Finds rows that repeat a student's mark in the same register. */
export function findDuplicates(rows: readonly ImportRow[]): RowProblem[] {
  const seen = new Set<string>()
  return rows.flatMap((row, index) => {
    const { class: className, section, roll, date, session } = toFileRow(row)
    const mark = [className, section, roll, parseDay(date) ?? date, session].map(normalized).join('\n')
    if (roll === '' || !seen.has(mark)) {
      seen.add(mark)
      return []
    }
    return [{ index, key: 'roll', message: t`Roll ${roll} is in the file twice for this day.` }]
  })
}

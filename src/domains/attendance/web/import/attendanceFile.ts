import { parseDay } from '#shared/dates.ts'
import type { ImportColumn } from '#shared/importColumns.ts'
import type { CellProblem, ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { attendanceRow, words } from '../../attendance.schema.ts'

/** What a row is sent as; the server reads the cells again. */
export type FileRow = Record<'class' | 'section' | 'roll' | 'date' | 'session' | 'value' | 'note', string>

/** The columns of AttendanceTemplate.csv; a session only where a day has two registers. */
export function importColumns(twice: boolean): readonly ImportColumn[] {
  return [
    { key: 'class', label: 'Class', required: true, aliases: ['class_name', 'standard', 'std'] },
    { key: 'section', label: 'Section', required: true, aliases: ['section_name', 'division', 'div'] },
    { key: 'roll', label: 'Roll', required: true, aliases: ['roll_no', 'roll_number'] },
    { key: 'date', label: 'Date', required: true, aliases: ['day'] },
    ...(twice ? [{ key: 'session', label: 'Session', required: true, aliases: ['half'] }] : []),
    { key: 'value', label: 'Value', required: true, aliases: ['attendance', 'mark', 'status'] },
    { key: 'note', label: 'Note', aliases: ['remark', 'remarks', 'comment'] },
  ]
}

export function toSend(row: ImportRow): FileRow {
  const { class: className = '', section = '', roll = '', date = '', session = '', value = '', note = '' } = row
  return { class: className, section, roll, date, session, value, note }
}

const key = (text: string) => text.replace(/\s+/gu, ' ').trim().toLowerCase()

/** What is wrong with a row: its cells, and a class and section the term does not have. */
export function rowChecks(sections: readonly { name: string; class: { name: string } }[], twice: boolean) {
  const known = new Set(sections.map((section) => `${key(section.class.name)}\n${key(section.name)}`))
  return (row: ImportRow): CellProblem[] => {
    const read = attendanceRow.safeParse(toSend(row))
    const problems = read.success
      ? []
      : read.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
    const { class: className = '', section = '', session = '' } = row
    if (className !== '' && section !== '' && !known.has(`${key(className)}\n${key(section)}`))
      problems.push({ key: 'class', message: words.noClass(className, section) })
    if (twice && session === '') problems.push({ key: 'session', message: words.noSession })
    return problems
  }
}

/** Two marks of one student in one register. */
export function standTwice(rows: readonly ImportRow[]): RowProblem[] {
  const seen = new Set<string>()
  return rows.flatMap((row, index) => {
    const { class: className, section, roll, date, session } = toSend(row)
    const one = [className, section, roll, parseDay(date) ?? date, session].map(key).join('\n')
    if (roll === '' || !seen.has(one)) {
      seen.add(one)
      return []
    }
    return [{ index, key: 'roll', message: `Roll ${roll} stands here twice for this day.` }]
  })
}

import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { column, type ReportBlock, type ReportCell, type ReportColumn } from '../report.model.ts'
import type { StudentsRow } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { collectedNote } from './paymentsCollected.ts'
import { countWithNoun, plural } from '#shared/plural.ts'

interface Line {
  sectionName: string
  cells: ReportCell[]
  /** Expected, discount, paid, clearing, pending, collected in these days. */
  amounts: Paise[]
  lastPaidOn: string | null
}

const amountColumns: readonly ReportColumn[] = [
  column('expected', 'Expected', 'money', 28),
  column('discount', 'Discount', 'money', 25),
  column('paid', 'Paid', 'money', 28),
  column('clearing', 'Clearing', 'money', 25),
  column('pending', 'Pending', 'money', 28),
  column('inRange', 'In these days', 'money', 28),
]

/** A row per student with all that stands on her fees of the term, by section; `whole` is the name of what it is of. */
export function studentsCollected({ students, collected }: StudentsRow, whole: string): ReportContent {
  const inRange = new Map(collected.map((row) => [row.studentId, row.collected]))
  const lines = students.map((student): Line => {
    const { paid, clearing, discount, pending } = student
    return {
      sectionName: student.sectionName,
      cells: [
        student.sectionName,
        student.roll,
        student.registerNo,
        student.disabled ? `${student.name} (disabled)` : student.name,
      ],
      amounts: [
        sumMoney([pending, paid, clearing, discount]),
        discount,
        paid,
        clearing,
        pending,
        inRange.get(student.studentId) ?? 0,
      ],
      lastPaidOn: student.lastPaidOn,
    }
  })
  const sections = [...Map.groupBy(lines, (line) => line.sectionName)]
  const totals = sumOf(lines)
  const owing = students.filter((student) => student.pending > 0).length
  return {
    facts: [
      { label: 'Paid', value: showMoney(totals[2] ?? 0) },
      { label: 'Pending', value: showMoney(totals[4] ?? 0) },
    ],
    summary: `${owing} of ${countWithNoun(students.length, 'student')} ${plural(owing, 'has', 'have')} something pending.`,
    blocks: [
      ...(sections.length > 1 ? [overview(sections, totals)] : []),
      ...(sections.length === 0 ? [sectionBlock(whole, [])] : sections.map(([name, own]) => sectionBlock(name, own))),
    ],
    notes: [
      'Amounts are of the whole term as they stand when the report is made; “In these days” is what was collected from start to end.',
      'Expected is pending, paid, clearing and discount together: fixed fees, and what was given for fees without a fixed amount. Of a disabled student nothing is pending.',
      collectedNote,
    ],
  }
}

/** The sum of each amount. */
function sumOf(lines: readonly Line[]): Paise[] {
  return amountColumns.map((_, place) => sumMoney(lines.map((line) => line.amounts[place] ?? 0)))
}

function sectionBlock(name: string, lines: readonly Line[]): ReportBlock {
  return {
    heading: name,
    facts: [{ label: 'Students', value: String(lines.length) }],
    newPage: true,
    columns: [
      column('class', 'Class', 'text', 14),
      column('roll', 'Roll', 'text', 12),
      column('registerNo', 'Reg no.', 'text', 22),
      column('name', 'Name'),
      ...amountColumns,
      column('last', 'Last payment', 'day', 24),
    ],
    rows: lines.map((line) => ({ cells: [...line.cells, ...line.amounts, line.lastPaidOn] })),
    footer: lines.length === 0 ? [] : [{ cells: ['', '', '', `Total of ${name}`, ...sumOf(lines)] }],
    empty: 'No students sit here.',
    list: 'Students',
  }
}

function overview(sections: readonly (readonly [string, readonly Line[]])[], totals: readonly Paise[]): ReportBlock {
  const count = (lines: readonly Line[]) => lines.length
  return {
    heading: 'All sections',
    columns: [column('section', 'Section'), column('students', 'Students', 'number', 22), ...amountColumns],
    rows: sections.map(([name, lines]) => ({ cells: [name, count(lines), ...sumOf(lines)] })),
    footer: [{ cells: ['All', sections.reduce((sum, [, lines]) => sum + count(lines), 0), ...totals] }],
  }
}

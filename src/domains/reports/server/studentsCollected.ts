import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { column, type ReportBlock, type ReportCell, type ReportColumn } from '../report.model.ts'
import type { StudentsData } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { collectedNote } from './paymentsCollected.ts'
import { countWithNoun, plural } from '#shared/plural.ts'

/** A student's row, with the amounts in the order of the columns. */
interface StudentLine {
  sectionName: string
  cells: ReportCell[]
  /** Expected, discount, paid, clearing, pending, and collected in the range of days. */
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

/**
 * Builds a row per student with the sums of the student's fees of the term, by section.
 * @param scopeName heading of the empty table when there are no students
 */
export function buildStudentsCollected({ students, collected }: StudentsData, scopeName: string): ReportContent {
  const inRange = new Map(collected.map((row) => [row.studentId, row.collected]))
  const lines = students.map((student): StudentLine => {
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
  const totals = sumAmounts(lines)
  const owing = students.filter((student) => student.pending > 0).length
  return {
    facts: [
      { label: 'Paid', value: showMoney(totals[2] ?? 0) },
      { label: 'Pending', value: showMoney(totals[4] ?? 0) },
    ],
    summary: `${owing} of ${countWithNoun(students.length, 'student')} ${plural(owing, 'has', 'have')} fees pending.`,
    blocks: [
      ...(sections.length > 1 ? [overviewBlock(sections, totals)] : []),
      ...(sections.length === 0 ? [sectionBlock(scopeName, [])] : sections.map(([name, group]) => sectionBlock(name, group))),
    ],
    notes: [
      'Amounts are of the whole term at the time of the report. “In these days” was collected from the start date to the end date.',
      'Expected is the sum of pending, paid, clearing and discount. A fee without a fixed amount and a disabled student have nothing pending.',
      collectedNote,
    ],
  }
}

/** Returns the sum of each amount. */
function sumAmounts(lines: readonly StudentLine[]): Paise[] {
  return amountColumns.map((_, index) => sumMoney(lines.map((line) => line.amounts[index] ?? 0)))
}

function sectionBlock(name: string, lines: readonly StudentLine[]): ReportBlock {
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
    footer: lines.length === 0 ? [] : [{ cells: ['', '', '', `Total of ${name}`, ...sumAmounts(lines)] }],
    empty: 'No students here.',
    list: 'Students',
  }
}

function overviewBlock(sections: readonly (readonly [string, readonly StudentLine[]])[], totals: readonly Paise[]): ReportBlock {
  return {
    heading: 'All sections',
    columns: [column('section', 'Section'), column('students', 'Students', 'number', 22), ...amountColumns],
    rows: sections.map(([name, lines]) => ({ cells: [name, lines.length, ...sumAmounts(lines)] })),
    footer: [{ cells: ['All', sections.reduce((sum, [, lines]) => sum + lines.length, 0), ...totals] }],
  }
}

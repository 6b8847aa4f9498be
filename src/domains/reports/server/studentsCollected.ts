import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { column, type ReportBlock, type ReportCell, type ReportColumn } from '../report.model.ts'
import type { StudentsData } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { collectedNote } from './paymentsCollected.ts'
import { plural, t } from '#shared/texts.ts'

/** A student's row, with the amounts in the order of the columns. */
interface StudentLine {
  sectionName: string
  cells: ReportCell[]
  /** Expected, discount, paid, clearing, pending, written off, and collected and given back in the range of days. */
  amounts: Paise[]
  lastPaidOn: string | null
}

/** The columns of amounts; what was given back has one where something was. */
const amountColumns = (withRefunds: boolean): readonly ReportColumn[] => [
  column('expected', t`Expected`, 'money', 28),
  column('discount', t`Discount`, 'money', 25),
  column('paid', t`Paid`, 'money', 28),
  column('clearing', t({ message: 'Clearing', context: 'money' }), 'money', 25),
  column('pending', t`Pending`, 'money', 28),
  column('writtenOff', t`Written off`, 'money', 25),
  column('inRange', t`In these days`, 'money', 28),
  ...(withRefunds ? [column('refunded', t`Given back`, 'money', 25)] : []),
]

/**
 * Builds a row per student with the sums of the student's fees of the term, by section.
 * @param scopeName heading of the empty table when there are no students
 */
export function buildStudentsCollected({ students, collected, refunded }: StudentsData, scopeName: string): ReportContent {
  const inRange = new Map(collected.map((row) => [row.studentId, row.collected]))
  const givenBack = new Map(refunded.map((row) => [row.studentId, row.refunded]))
  const columns = amountColumns(refunded.length > 0)
  const lines = students.map((student): StudentLine => {
    const { paid, clearing, discount, pending, writtenOff } = student
    return {
      sectionName: student.sectionName,
      cells: [
        student.sectionName,
        student.roll,
        student.registerNo,
        student.disabled ? t`${student.name} (disabled)` : student.name,
      ],
      amounts: [
        sumMoney([pending, paid, clearing, discount]),
        discount,
        paid,
        clearing,
        pending,
        writtenOff,
        inRange.get(student.studentId) ?? 0,
        ...(refunded.length > 0 ? [givenBack.get(student.studentId) ?? 0] : []),
      ],
      lastPaidOn: student.lastPaidOn,
    }
  })
  const sections = [...Map.groupBy(lines, (line) => line.sectionName)]
  const totals = sumAmounts(columns, lines)
  const owing = students.filter((student) => student.pending > 0)
  return {
    facts: [
      { label: t`Paid`, value: showMoney(totals[2] ?? 0) },
      { label: t`Pending`, value: showMoney(totals[4] ?? 0) },
    ],
    summary: t`${owing.length} of ${plural(students.length, { one: '# student', other: '# students' })} ${plural(owing.length, { one: 'has', other: 'have' })} fees pending.`,
    blocks: [
      ...(sections.length > 1 ? [overviewBlock(columns, sections, totals)] : []),
      ...(sections.length === 0
        ? [sectionBlock(columns, scopeName, [])]
        : sections.map(([name, group]) => sectionBlock(columns, name, group))),
    ],
    notes: [
      t`Amounts are of the whole term at the time of the report. “In these days” was collected from the start date to the end date.`,
      t`Expected is the sum of pending, paid, clearing and discount. What is written off is not expected any more. A fee without a fixed amount and a disabled student have nothing pending.`,
      collectedNote(),
      ...(refunded.length > 0 ? [t`Paid is less what was given back; “Given back” is from the start date to the end date.`] : []),
    ],
  }
}

/** Returns the sum of each amount. */
function sumAmounts(columns: readonly ReportColumn[], lines: readonly StudentLine[]): Paise[] {
  return columns.map((_, index) => sumMoney(lines.map((line) => line.amounts[index] ?? 0)))
}

function sectionBlock(columns: readonly ReportColumn[], name: string, lines: readonly StudentLine[]): ReportBlock {
  return {
    heading: name,
    facts: [{ label: t`Students`, value: String(lines.length) }],
    newPage: true,
    columns: [
      column('class', t`Class`, 'text', 14),
      column('roll', t`Roll`, 'text', 12),
      column('registerNo', t`Reg no.`, 'text', 22),
      column('name', t`Name`),
      ...columns,
      column('last', t`Last payment`, 'day', 24),
    ],
    rows: lines.map((line) => ({ cells: [...line.cells, ...line.amounts, line.lastPaidOn] })),
    footer: lines.length === 0 ? [] : [{ cells: ['', '', '', t`Total of ${name}`, ...sumAmounts(columns, lines)] }],
    empty: t`No students here.`,
    list: t`Students`,
  }
}

function overviewBlock(
  columns: readonly ReportColumn[],
  sections: readonly (readonly [string, readonly StudentLine[]])[],
  totals: readonly Paise[],
): ReportBlock {
  return {
    heading: t`All sections`,
    columns: [column('section', t`Section`), column('students', t`Students`, 'number', 22), ...columns],
    rows: sections.map(([name, lines]) => ({ cells: [name, lines.length, ...sumAmounts(columns, lines)] })),
    footer: [{ cells: [t`All`, sections.reduce((sum, [, lines]) => sum + lines.length, 0), ...totals] }],
  }
}

import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { column, type ReportBlock, type ReportCell, type ReportColumn } from '../report.model.ts'
import type { StudentsData } from './fees.sql.ts'
import type { ReportContent } from './reportContent.ts'
import { collectedNote } from './paymentsCollected.ts'
import { plural, t } from '#shared/texts.ts'

/** A student's row, with the amounts by column. */
interface StudentLine {
  sectionName: string
  cells: ReportCell[]
  amounts: Amounts
  lastPaidOn: string | null
}

const amountKeys = [
  'expected',
  'discount',
  'concession',
  'paid',
  'clearing',
  'pending',
  'writtenOff',
  'inRange',
  'refunded',
] as const
type Amounts = Readonly<Record<(typeof amountKeys)[number], Paise>>

/** Returns the columns of amounts. Concessions, and what was given back, have one where there are any. */
const amountColumns = ({ concession, refunded }: Amounts): readonly ReportColumn[] => [
  column('expected', t`Expected`, 'money', 28),
  column('discount', t`Discount`, 'money', 25),
  ...(concession > 0 ? [column('concession', t`Concession`, 'money', 25)] : []),
  column('paid', t`Paid`, 'money', 28),
  column('clearing', t({ message: 'Clearing', context: 'money' }), 'money', 25),
  column('pending', t`Pending`, 'money', 28),
  column('writtenOff', t`Written off`, 'money', 25),
  column('inRange', t`In these days`, 'money', 28),
  ...(refunded > 0 ? [column('refunded', t`Given back`, 'money', 25)] : []),
]

/**
 * Builds a row per student with the sums of the student's fees of the term, by section.
 * @param scopeName heading of the empty table when there are no students
 */
export function buildStudentsCollected({ students, collected, refunded }: StudentsData, scopeName: string): ReportContent {
  const inRange = new Map(collected.map((row) => [row.studentId, row.collected]))
  const givenBack = new Map(refunded.map((row) => [row.studentId, row.refunded]))
  const lines = students.map((student): StudentLine => {
    const { paid, clearing, discount, concession, pending, writtenOff } = student
    return {
      sectionName: student.sectionName,
      cells: [
        student.sectionName,
        student.roll,
        student.registerNo,
        student.disabled ? t`${student.name} (disabled)` : student.name,
      ],
      amounts: {
        expected: sumMoney([pending, paid, clearing, discount, concession]),
        discount,
        concession,
        paid,
        clearing,
        pending,
        writtenOff,
        inRange: inRange.get(student.studentId) ?? 0,
        refunded: givenBack.get(student.studentId) ?? 0,
      },
      lastPaidOn: student.lastPaidOn,
    }
  })
  const sections = [...Map.groupBy(lines, (line) => line.sectionName)]
  const totals = sumAmounts(lines)
  const owing = students.filter((student) => student.pending > 0)
  return {
    facts: [
      { label: t`Paid`, value: showMoney(totals.paid) },
      { label: t`Pending`, value: showMoney(totals.pending) },
    ],
    summary: t`${owing.length} of ${plural(students.length, { one: '# student', other: '# students' })} ${plural(owing.length, { one: 'has', other: 'have' })} fees pending.`,
    blocks: [
      ...(sections.length > 1 ? [overviewBlock(sections, totals)] : []),
      ...(sections.length === 0
        ? [sectionBlock(scopeName, [], totals)]
        : sections.map(([name, group]) => sectionBlock(name, group, totals))),
    ],
    notes: [
      t`Amounts are of the whole term at the time of the report. “In these days” was collected from the start date to the end date.`,
      t`Expected is the sum of pending, paid, clearing, discount and concession. What is written off is not expected any more. A fee without a fixed amount and a disabled student have nothing pending.`,
      collectedNote(),
      ...(refunded.length > 0 ? [t`Paid is less what was given back; “Given back” is from the start date to the end date.`] : []),
    ],
  }
}

/** Returns the sum of each amount. */
function sumAmounts(lines: readonly StudentLine[]): Amounts {
  return Object.fromEntries(amountKeys.map((key) => [key, sumMoney(lines.map((line) => line.amounts[key]))])) as Amounts
}

function cellsOf(columns: readonly ReportColumn[], amounts: Amounts): Paise[] {
  return columns.map(({ key }) => amounts[key as keyof Amounts])
}

/** @param totals sums of the whole report, by which all its tables have the same columns */
function sectionBlock(name: string, lines: readonly StudentLine[], totals: Amounts): ReportBlock {
  const columns = amountColumns(totals)
  const cells = (amounts: Amounts) => cellsOf(columns, amounts)
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
    rows: lines.map((line) => ({ cells: [...line.cells, ...cells(line.amounts), line.lastPaidOn] })),
    footer: lines.length === 0 ? [] : [{ cells: ['', '', '', t`Total of ${name}`, ...cells(sumAmounts(lines))] }],
    empty: t`No students here.`,
    list: t`Students`,
  }
}

function overviewBlock(sections: readonly (readonly [string, readonly StudentLine[]])[], totals: Amounts): ReportBlock {
  const columns = amountColumns(totals)
  const cells = (amounts: Amounts) => cellsOf(columns, amounts)
  return {
    heading: t`All sections`,
    columns: [column('section', t`Section`), column('students', t`Students`, 'number', 22), ...columns],
    rows: sections.map(([name, lines]) => ({ cells: [name, lines.length, ...cells(sumAmounts(lines))] })),
    footer: [{ cells: [t`All`, sections.reduce((sum, [, lines]) => sum + lines.length, 0), ...cells(totals)] }],
  }
}

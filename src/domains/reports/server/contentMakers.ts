import type { QueryContext } from '#platform/command.ts'
import type { Day } from '#shared/dates.ts'
import { type ReportParams, defaultLateAfter } from '../reports.schema.ts'
import type { ReportType } from '../reportTypes.ts'
import { daysBetween, takenDays } from './attendance.rules.ts'
import { buildAttention } from './attention.ts'
import { attentionRows } from './attention.sql.ts'
import { buildCondensed } from './condensed.ts'
import { buildDailyCollected } from './dailyCollected.ts'
import { buildDetailed } from './detailed.ts'
import { dailyReport, paymentsReport, studentsReport } from './fees.sql.ts'
import { type GateRow, gateRows } from './gate.sql.ts'
import { buildEntriesAndExits, buildEntriesCondensed } from './gateReports.ts'
import { buildPaymentsCollected } from './paymentsCollected.ts'
import { buildProgressive } from './progressive.ts'
import { countedRegisters } from './registers.sql.ts'
import type { ReportContent } from './reportContent.ts'
import type { ReportScope } from './reportScope.ts'
import { requirePrintableSize } from './reportSize.ts'
import { type SectionsAttendance, readSectionsAttendance } from './sectionRegisters.ts'
import { buildStudentsCollected } from './studentsCollected.ts'
import { t } from '#shared/texts.ts'

/** The input of a content maker: the query's context, the resolved scope, and the time of the report. */
interface MakeContext {
  query: QueryContext<ReportParams>
  scope: ReportScope
  now: Date
}

/** Reads the rows of a report and builds its content. */
type MakeContent = (context: MakeContext) => Promise<ReportContent>

/** The content makers of all report types. */
export const contentMakers: Readonly<Record<ReportType, MakeContent>> = {
  condensed: fromRegisters((attendance) => buildCondensed(attendance)),
  detailed: fromRegisters((attendance, { query: { input }, now }) => {
    requirePrintableSize(countLetters(attendance, input))
    return buildDetailed(attendance, input, now)
  }),
  progressive: fromRegisters((attendance, { query: { input } }) => buildProgressive(attendance, input)),
  attention: async ({ query: { db, read, school, input }, scope: { viewAs, term, sections } }) => {
    const range = { ...input, termId: term.id, sectionIds: sections.map((section) => section.id) }
    const [registers, students] = await read(
      countedRegisters(db, school, viewAs, range),
      attentionRows(db, school, viewAs, range),
    )
    const names = new Map(sections.map(({ id, name }) => [id, name]))
    return withWorkingDays(buildAttention(students, names, school), takenDays(registers))
  },
  qrentryexit: fromScans((rows, { scope, now }) => buildEntriesAndExits(scope.sections, rows, now)),
  qrentryexitCondensed: fromScans((rows, { query: { input }, scope, now }) =>
    buildEntriesCondensed(scope.sections, rows, input.lateAfter ?? defaultLateAfter, now),
  ),
  paymentsCollected: async ({ query: { db, read, schoolId, input }, scope }) =>
    buildPaymentsCollected(await readRow(read(paymentsReport(db, schoolId, scope.viewAs, reportedRange(input, scope))))),
  studentsCollected: async ({ query: { db, read, schoolId, input }, scope }) => {
    const students = await readRow(read(studentsReport(db, schoolId, scope.viewAs, reportedRange(input, scope))))
    return buildStudentsCollected(students, input.section === null ? t`All sections` : (scope.sections[0]?.name ?? ''))
  },
  dailyCollected: async ({ query: { db, read, schoolId, input }, scope }) =>
    buildDailyCollected(await readRow(read(dailyReport(db, schoolId, scope.viewAs, reportedRange(input, scope))))),
}

/** Returns a maker that reads the sections' registers and adds the number of working days. */
function fromRegisters(build: (attendance: SectionsAttendance, context: MakeContext) => ReportContent): MakeContent {
  return async (context) => {
    const attendance = await readSectionsAttendance(context.query, context.scope, context.query.input)
    const days = takenDays(attendance.sections.flatMap((section) => section.registers))
    return withWorkingDays(build(attendance, context), days)
  }
}

/** Returns a maker that reads the scans at the gate and adds the number of days with scans. */
function fromScans(build: (rows: readonly GateRow[], context: MakeContext) => ReportContent): MakeContent {
  return async (context) => {
    const { db, read, schoolId, input } = context.query
    const ids = context.scope.sections.map((section) => section.id)
    const [rows] = await read(gateRows(db, schoolId, ids, input))
    const days = [...new Set(rows.flatMap((row) => row.scans.map((scan) => scan.day)))]
    return withWorkingDays(build(rows, context), days)
  }
}

function withWorkingDays(content: ReportContent, days: readonly Day[]): ReportContent {
  return { ...content, facts: [{ label: t`Working days`, value: String(days.length) }, ...content.facts] }
}

/** Returns the least number of letters of a detailed report, before any is built. */
function countLetters({ sections }: SectionsAttendance, { start, end }: ReportParams): number {
  const days = daysBetween(start, end).length
  return sections.reduce((sum, section) => sum + section.students.length * Math.max(days, section.registers.length), 0)
}

function reportedRange({ section, start, end }: ReportParams, { term }: ReportScope) {
  return { termId: term.id, sectionId: section, from: start, to: end }
}

/** Returns the row of a statement that always has one. */
async function readRow<Row>(result: Promise<readonly [readonly Row[]]>): Promise<Row> {
  const [[row]] = await result
  if (!row) throw new Error('A select without a table must return one row.')
  return row
}

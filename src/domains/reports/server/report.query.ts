import { may, mustBeAllowed } from '#platform/action.ts'
import { query, type Reading } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Day, showDay, showMoment } from '#shared/dates.ts'
import { cellCount, column, rangeLabel, type ReportFact, type ReportModel, sectionLabel } from '../report.model.ts'
import { kindOf, reportParams, type ReportParams, reportTitles, usualLateAfter } from '../reports.schema.ts'
import { type AttendanceOfSections, readRegisters } from './sectionRegisters.ts'
import { daysBetween, takenDays } from './attendance.rules.ts'
import { attention } from './attention.ts'
import { condensed } from './condensed.ts'
import { dailyCollected } from './dailyCollected.ts'
import { detailed } from './detailed.ts'
import { findScope, type ReportScope, scopeName, seesAll } from './reportScope.ts'
import { dailyReport, paymentsReport, studentsReport } from './fees.sql.ts'
import { gateRows } from './gate.sql.ts'
import { entriesAndExits, entriesCondensed } from './gateReports.ts'
import type { ReportContent } from './reportContent.ts'
import { paymentsCollected } from './paymentsCollected.ts'
import { progressive } from './progressive.ts'
import { reportActions, reportKindActions } from './reports.permissions.ts'
import { studentsCollected } from './studentsCollected.ts'

/** So many cells are some thousand pages, and what a browser still draws. */
const mostCells = 600_000

const tooMuch = 'This report would be too long. Please choose one section or fewer days.'

/**
 * A report with the rights of now. DISABLED_MODULE where the school has not its module; NOT_FOUND for a term, section or teacher
 * that is not there or not seen; BAD_INPUT for more than can be put on paper.
 */
export const makeReport = query({
  action: reportActions.order,
  input: reportParams,
  run: async (reading): Promise<ReportModel> => {
    const { viewer, school, input } = reading
    mustBeAllowed(may(reportKindActions[kindOf(input.reportType)], { viewer, school, row: undefined }))
    const scope = await findScope(reading, input)
    const now = new Date()
    const content = await contentOf(reading, scope, now)
    const report = {
      type: input.reportType,
      title: reportTitles[input.reportType],
      school: { name: school.name, logoUrl: null },
      facts: [...headFacts(reading, scope), ...content.facts, ...madeFacts(viewer.name, now)],
      summary: content.summary,
      blocks: content.blocks,
      notes: content.notes,
    }
    mustFit(cellCount(report))
    return report
  },
})

function mustFit(cells: number): void {
  if (cells > mostCells) throw new Refusal('BAD_INPUT', tooMuch)
}

/** How many letters a detailed report has at least, known before any is written. */
function lettersOf({ sections }: AttendanceOfSections, { start, end }: ReportParams): number {
  const days = daysBetween(start, end).length
  return sections.reduce((sum, section) => sum + section.students.length * Math.max(days, section.registers.length), 0)
}

type Asking = Reading<ReportParams>

async function contentOf(reading: Asking, scope: ReportScope, now: Date): Promise<ReportContent> {
  const { reportType } = reading.input
  const kind = kindOf(reportType)
  // Of whoever sees all, money is the school's, whatever sections there are still.
  if (scope.sections.length === 0 && (kind !== 'fees' || !seesAll(scope.viewAs))) return nothingSeen(scope)
  if (kind === 'fees') return feesReport(reading, scope)
  if (kind === 'qr') return gateReport(reading, scope, now)
  const attendance = await readRegisters(reading, scope, reading.input)
  if (reportType === 'detailed') mustFit(lettersOf(attendance, reading.input))
  const days = takenDays(attendance.sections.flatMap((section) => section.registers))
  return withWorkingDays(attendanceReport(reading.input, attendance, now), days)
}

/** The report of a view in which there is no section: that nothing was taken or paid would not be so. */
function nothingSeen({ viewAs, term }: ReportScope): ReportContent {
  const summary = seesAll(viewAs) ? `There are no sections in ${term.name}.` : `${viewAs.name} has no section in ${term.name}.`
  return {
    facts: [],
    summary,
    notes: [],
    blocks: [{ heading: 'Sections', columns: [column('section', 'Section')], rows: [], empty: summary }],
  }
}

function withWorkingDays(content: ReportContent, days: readonly Day[]): ReportContent {
  return { ...content, facts: [{ label: 'Working days', value: String(days.length) }, ...content.facts] }
}

function attendanceReport(input: ReportParams, attendance: AttendanceOfSections, now: Date): ReportContent {
  if (input.reportType === 'detailed') return detailed(attendance, input, now)
  if (input.reportType === 'progressive') return progressive(attendance, input)
  return input.reportType === 'attention' ? attention(attendance) : condensed(attendance)
}

async function gateReport({ db, read, schoolId, input }: Asking, { sections }: ReportScope, now: Date): Promise<ReportContent> {
  const ids = sections.map((section) => section.id)
  const [rows] = await read(gateRows(db, schoolId, ids, input))
  const days = [...new Set(rows.flatMap((row) => row.scans.map((scan) => scan.day)))]
  if (input.reportType === 'qrentryexit') return withWorkingDays(entriesAndExits(sections, rows, now), days)
  return withWorkingDays(entriesCondensed(sections, rows, input.lateAfter ?? usualLateAfter, now), days)
}

async function feesReport(
  { db, read, schoolId, input }: Asking,
  { viewAs, term, sections }: ReportScope,
): Promise<ReportContent> {
  const reported = { termId: term.id, sectionId: input.section, from: input.start, to: input.end }
  if (input.reportType === 'studentsCollected') {
    const students = await one(read(studentsReport(db, schoolId, viewAs, reported)))
    return studentsCollected(students, input.section === null ? 'All sections' : (sections[0]?.name ?? ''))
  }
  if (input.reportType === 'dailyCollected') return dailyCollected(await one(read(dailyReport(db, schoolId, viewAs, reported))))
  return paymentsCollected(await one(read(paymentsReport(db, schoolId, viewAs, reported))))
}

async function one<Row>(answer: Promise<readonly [readonly Row[]]>): Promise<Row> {
  const [[row]] = await answer
  if (!row) throw new Error('A statement without a table answers one row.')
  return row
}

function headFacts({ viewer, input: { section, start, end } }: Asking, scope: ReportScope): ReportFact[] {
  return [
    { label: sectionLabel, value: scopeName(scope, section) },
    ...(scope.viewAs === viewer ? [] : [{ label: 'View of', value: scope.viewAs.name }]),
    { label: 'Term', value: scope.term.name },
    { label: rangeLabel, value: start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}` },
  ]
}

function madeFacts(name: string, now: Date): ReportFact[] {
  return [
    { label: 'Generated by', value: name },
    { label: 'Generated at', value: showMoment(now) },
  ]
}

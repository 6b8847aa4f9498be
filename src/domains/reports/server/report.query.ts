import { may, mustBeAllowed } from '../../../platform/action.ts'
import { query, type Reading } from '../../../platform/command.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { showDay, showMoment } from '../../../shared/dates.ts'
import { cellCount, rangeLabel, type ReportFact, type ReportModel } from '../report.model.ts'
import { kindOf, reportParams, type ReportParams, reportTitles, usualLateAfter } from '../reports.schema.ts'
import { type AttendanceOfSections, readRegisters } from './sectionRegisters.ts'
import { daysBetween } from './attendance.rules.ts'
import { attention } from './attention.ts'
import { condensed } from './condensed.ts'
import { dailyCollected } from './dailyCollected.ts'
import { detailed } from './detailed.ts'
import { findScope, type ReportScope } from './reportScope.ts'
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
    const what = await findScope(reading, reading.db, input)
    const now = new Date()
    const made = await make(reading, what, now)
    const report = {
      ...{ type: input.reportType, title: reportTitles[input.reportType], school: { name: school.name, logoUrl: null } },
      facts: [...headFacts(input, what), ...made.facts, ...madeFacts(viewer.name, now)],
      ...{ summary: made.summary, blocks: made.blocks, notes: made.notes },
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

async function make(reading: Asking, what: ReportScope, now: Date): Promise<ReportContent> {
  const { reportType } = reading.input
  switch (kindOf(reportType)) {
    case 'qr':
      return gateReport(reading, what, now)
    case 'fees':
      return feesReport(reading, what)
    case 'attendance': {
      const attendance = await readRegisters(reading, what, reading.input)
      if (reportType === 'detailed') mustFit(lettersOf(attendance, reading.input))
      return attendanceReport(reading.input, attendance, now)
    }
  }
}

function attendanceReport(input: ReportParams, attendance: AttendanceOfSections, now: Date): ReportContent {
  if (input.reportType === 'detailed') return detailed(attendance, input, now)
  if (input.reportType === 'progressive') return progressive(attendance, input)
  return input.reportType === 'attention' ? attention(attendance) : condensed(attendance)
}

async function gateReport({ db, read, schoolId, input }: Asking, { sections }: ReportScope, now: Date): Promise<ReportContent> {
  const ids = sections.map((section) => section.id)
  const [rows] = await read(gateRows(db, schoolId, ids, input))
  if (input.reportType === 'qrentryexit') return entriesAndExits(sections, rows, now)
  return entriesCondensed(sections, rows, input.lateAfter ?? usualLateAfter, now)
}

async function feesReport({ db, read, schoolId, input }: Asking, { viewAs, term }: ReportScope): Promise<ReportContent> {
  const reported = { termId: term.id, sectionId: input.section, from: input.start, to: input.end }
  if (input.reportType === 'studentsCollected')
    return studentsCollected(await one(read(studentsReport(db, schoolId, viewAs, reported))))
  if (input.reportType === 'dailyCollected') return dailyCollected(await one(read(dailyReport(db, schoolId, viewAs, reported))))
  return paymentsCollected(await one(read(paymentsReport(db, schoolId, viewAs, reported))))
}

async function one<Row>(answer: Promise<readonly [readonly Row[]]>): Promise<Row> {
  const [[row]] = await answer
  if (!row) throw new Error('A statement without a table answers one row.')
  return row
}

function headFacts({ section, start, end }: ReportParams, { viewAs, sections, term }: ReportScope): ReportFact[] {
  const all = viewAs.role === 'TEACHER' || viewAs.classIds !== null ? `All sections of ${viewAs.name}` : 'All sections'
  return [
    { label: 'Class-section', value: section === null ? all : (sections[0]?.name ?? '') },
    { label: 'Term', value: term.name },
    { label: rangeLabel, value: start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}` },
  ]
}

function madeFacts(name: string, now: Date): ReportFact[] {
  return [
    { label: 'Generated by', value: name },
    { label: 'Generated at', value: showMoment(now) },
  ]
}

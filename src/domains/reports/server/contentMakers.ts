import type { QueryContext } from '#platform/command.ts'
import type { Day } from '#shared/dates.ts'
import { type ReportParams, usualLateAfter } from '../reports.schema.ts'
import type { ReportType } from '../reportTypes.ts'
import { daysBetween, takenDays } from './attendance.rules.ts'
import { attention } from './attention.ts'
import { condensed } from './condensed.ts'
import { dailyCollected } from './dailyCollected.ts'
import { detailed } from './detailed.ts'
import { dailyReport, paymentsReport, studentsReport } from './fees.sql.ts'
import { type GateRow, gateRows } from './gate.sql.ts'
import { entriesAndExits, entriesCondensed } from './gateReports.ts'
import { paymentsCollected } from './paymentsCollected.ts'
import { progressive } from './progressive.ts'
import type { ReportContent } from './reportContent.ts'
import type { ReportScope } from './reportScope.ts'
import { mustFit } from './reportSize.ts'
import { type AttendanceOfSections, readRegisters } from './sectionRegisters.ts'
import { studentsCollected } from './studentsCollected.ts'

/** What a report is made of: the order, what it names, and the moment. */
interface Asked {
  reading: QueryContext<ReportParams>
  scope: ReportScope
  now: Date
}

type MakeContent = (asked: Asked) => Promise<ReportContent>

/** How each type reads its rows and makes its content of them. */
export const reportContents: Readonly<Record<ReportType, MakeContent>> = {
  condensed: ofRegisters((registers) => condensed(registers)),
  detailed: ofRegisters((registers, { reading: { input }, now }) => {
    mustFit(lettersOf(registers, input))
    return detailed(registers, input, now)
  }),
  progressive: ofRegisters((registers, { reading: { input } }) => progressive(registers, input)),
  attention: ofRegisters((registers) => attention(registers)),
  qrentryexit: ofScans((rows, { scope, now }) => entriesAndExits(scope.sections, rows, now)),
  qrentryexitCondensed: ofScans((rows, { reading: { input }, scope, now }) =>
    entriesCondensed(scope.sections, rows, input.lateAfter ?? usualLateAfter, now),
  ),
  paymentsCollected: async ({ reading: { db, read, schoolId, input }, scope }) =>
    paymentsCollected(await one(read(paymentsReport(db, schoolId, scope.viewAs, reported(input, scope))))),
  studentsCollected: async ({ reading: { db, read, schoolId, input }, scope }) => {
    const students = await one(read(studentsReport(db, schoolId, scope.viewAs, reported(input, scope))))
    return studentsCollected(students, input.section === null ? 'All sections' : (scope.sections[0]?.name ?? ''))
  },
  dailyCollected: async ({ reading: { db, read, schoolId, input }, scope }) =>
    dailyCollected(await one(read(dailyReport(db, schoolId, scope.viewAs, reported(input, scope))))),
}

/** A report of the registers of the sections, with the number of working days. */
function ofRegisters(make: (registers: AttendanceOfSections, asked: Asked) => ReportContent): MakeContent {
  return async (asked) => {
    const registers = await readRegisters(asked.reading, asked.scope, asked.reading.input)
    const days = takenDays(registers.sections.flatMap((section) => section.registers))
    return withWorkingDays(make(registers, asked), days)
  }
}

/** A report of the scans at the gate, with the number of days that have scans. */
function ofScans(make: (rows: readonly GateRow[], asked: Asked) => ReportContent): MakeContent {
  return async (asked) => {
    const { db, read, schoolId, input } = asked.reading
    const ids = asked.scope.sections.map((section) => section.id)
    const [rows] = await read(gateRows(db, schoolId, ids, input))
    const days = [...new Set(rows.flatMap((row) => row.scans.map((scan) => scan.day)))]
    return withWorkingDays(make(rows, asked), days)
  }
}

function withWorkingDays(content: ReportContent, days: readonly Day[]): ReportContent {
  return { ...content, facts: [{ label: 'Working days', value: String(days.length) }, ...content.facts] }
}

/** How many letters a detailed report has at least, known before any is written. */
function lettersOf({ sections }: AttendanceOfSections, { start, end }: ReportParams): number {
  const days = daysBetween(start, end).length
  return sections.reduce((sum, section) => sum + section.students.length * Math.max(days, section.registers.length), 0)
}

function reported({ section, start, end }: ReportParams, { term }: ReportScope) {
  return { termId: term.id, sectionId: section, from: start, to: end }
}

async function one<Row>(answer: Promise<readonly [readonly Row[]]>): Promise<Row> {
  const [[row]] = await answer
  if (!row) throw new Error('A statement without a table answers one row.')
  return row
}

import { plural, t } from '@lingui/core/macro'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { showMoment } from '#shared/dates.ts'
import { writeCsv } from '#shared/csv.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { showCount } from '#shared/counts.ts'
import type { LegacyImportFactsFragment } from './legacy.graphql.ts'

export type LegacyImport = LegacyImportFactsFragment
export type Report = NonNullable<LegacyImport['report']>

/** Whether an import is queued or running, so that screens poll it. */
export function isUnderWay({ state }: Pick<LegacyImport, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

export const stateLabels: Readonly<Record<LegacyImport['state'], string>> = {
  QUEUED: t`Waiting`,
  RUNNING: t`Importing`,
  DONE: t`Imported`,
  FAILED: t`Nothing imported`,
}

const stepLabels: Readonly<Record<LegacyImport['step'], string>> = {
  READING: t`Reading the file`,
  CHECKING: t`Checking the rows`,
  STORING: t`Storing the students`,
}

/** Maximum number of rows that the screen lists. The downloaded report lists every row that the server has stored. */
const shownRows = 50

/** Returns the progress as text: 'Reading the file, 4,000 of 10,000 rows'. */
export function progressText({ state, step, done, total }: Pick<LegacyImport, 'state' | 'step' | 'done' | 'total'>): string {
  if (state === 'QUEUED') return t`Waiting for its turn`
  if (total === 0 || step === 'CHECKING') return stepLabels[step]
  const [shownDone, shownTotal] = [showCount(done), showCount(total)]
  return step === 'READING'
    ? t`Reading the file, ${shownDone} of ${shownTotal} rows`
    : t`Storing the students, ${shownDone} of ${shownTotal}`
}

/** Returns the progress from 0 to 1, or null while unknown. Reading and storing take about the same time, half each. */
export function progressShare({
  state,
  step,
  done,
  total,
}: Pick<LegacyImport, 'state' | 'step' | 'done' | 'total'>): number | null {
  if (state !== 'RUNNING' || total === 0) return null
  if (step === 'CHECKING') return 0.5
  return (step === 'READING' ? 0 : 0.5) + (0.5 * done) / total
}

/** Returns the lines of the report: label and count. */
export function reportLines(report: Report): [label: string, count: number][] {
  return [
    [t`Students added`, report.students],
    [t`Disabled students among them`, report.disabled],
    [t`Enrolments added`, report.places],
    [t`Terms added`, report.terms],
    [t`Classes added`, report.classes],
    [t`Sections added`, report.sections],
    [t`Existing students, by legacy id`, report.knownByLegacyId],
    [t`Existing students, by register number`, report.knownByRegisterNo],
    [t`Existing enrolments`, report.placesKept],
    [t`Phones repaired`, report.repairedPhones],
  ]
}

/** Returns an import's result as one line of a list. */
export function resultText({ report, problemCount }: Pick<LegacyImport, 'report' | 'problemCount'>): string {
  if (!report) return problemCount === 0 ? '' : plural(problemCount, { one: '# problem', other: '# problems' })
  return `${plural(report.students, { one: '# student', other: '# students' })}, ${plural(report.places, { one: '# enrolment', other: '# enrolments' })}`
}

/** Returns a sentence with the rows of repaired phones; null without any. */
export function repairedPhonesText({ repairedPhones, repairedPhoneRows }: Report): string | null {
  if (repairedPhones === 0) return null
  const shown = repairedPhoneRows.slice(0, shownRows).map((row) => showCount(row))
  const rows = joinWithAnd(repairedPhoneRows.length > shownRows ? [...shown, t`others`] : shown)
  return t`Phones were repaired in ${plural(repairedPhones, { one: '# cell', other: '# cells' })}, by leaving out +91, a leading 0, spaces or hyphens: ${plural(repairedPhoneRows.length, { one: `row ${rows}`, other: `rows ${rows}` })}.`
}

/** Builds the downloaded report. */
export function reportTables({ fileName, createdAt, createdByName }: LegacyImport, report: Report): SheetTable[] {
  const summary = tableFromCells(t`Summary`, [[t`What`, t`Count`], [t`Rows of the file`, report.rows], ...reportLines(report)])
  return [
    {
      ...summary,
      above: [[`${fileName}, ${showMoment(createdAt)}, ${createdByName}`]],
      below: report.unread.length > 0 ? [[t`Ignored columns: ${report.unread.join(', ')}`]] : [],
    },
    tableFromCells(t`Terms`, [
      [t`Term`, t`Added`, t`Classes added`, t`Sections added`, t`Enrolments added`],
      ...report.byTerm.map((row) => [row.term, row.added ? t`Yes` : t`No`, row.classes, row.sections, row.places]),
    ]),
    ...(report.repairedPhones === 0
      ? []
      : [tableFromCells(t`Repaired phones`, [[t`Row of the file`], ...report.repairedPhoneRows.map((row) => [row])])]),
  ]
}

const example: Readonly<Record<string, readonly [string, string]>> = {
  legacy_id: ['1001', '1001'],
  term: ['2025-26', '2026-27'],
  class: ['6', '7'],
  section: ['A', 'A'],
  roll: ['12', '14'],
  name: ['Asha Patil', 'Asha Patil'],
  phone: ['9876543210', '9876543210'],
  registerNo: ['GR-77', 'GR-77'],
  gender: ['FEMALE', 'FEMALE'],
  birthdate: ['01/06/2014', '01/06/2014'],
}

/** Returns a sample file with every column and one student in two years. */
export function sampleFile(keys: readonly string[]): string {
  const row = (year: 0 | 1) => keys.map((key) => example[key]?.[year] ?? '')
  return writeCsv([keys, row(0), row(1)])
}

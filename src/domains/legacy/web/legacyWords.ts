import { plainTable, type SheetTable } from '#shared/sheet.ts'
import { showMoment } from '#shared/dates.ts'
import { writeCsv } from '#shared/csv.ts'
import { counted } from '#shared/counted.ts'
import type { LegacyImportFactsFragment } from './legacy.graphql.ts'

export type LegacyImport = LegacyImportFactsFragment
export type Report = NonNullable<LegacyImport['report']>

/** It waits or is being read: whoever shows it asks again. */
export function isUnderWay({ state }: Pick<LegacyImport, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

export const stateWords: Readonly<Record<LegacyImport['state'], string>> = {
  QUEUED: 'Waiting',
  RUNNING: 'Coming in',
  DONE: 'Imported',
  FAILED: 'Nothing came in',
}

const stepWords: Readonly<Record<LegacyImport['step'], string>> = {
  READING: 'Reading the file',
  CHECKING: 'Checking its rows beside each other',
  STORING: 'Storing the students',
}

/** The number of rows that the screen names. The downloaded report names every row that the server has kept. */
const shownRows = 50

const figure = (count: number) => count.toLocaleString('en-IN')

/** How far it is: 'Reading the file, 4,000 of 10,000 rows'. */
export function progressWords({ state, step, done, total }: Pick<LegacyImport, 'state' | 'step' | 'done' | 'total'>): string {
  if (state === 'QUEUED') return 'Waiting for its turn'
  if (total === 0 || step === 'CHECKING') return stepWords[step]
  return `${stepWords[step]}, ${figure(done)} of ${figure(total)} ${step === 'READING' ? 'rows' : ''}`.trim()
}

/** The share that is done, 0 to 1, as reading and storing take about as long as each other; null as long as nobody knows. */
export function shareOf({ state, step, done, total }: Pick<LegacyImport, 'state' | 'step' | 'done' | 'total'>): number | null {
  if (state !== 'RUNNING' || total === 0) return null
  if (step === 'CHECKING') return 0.5
  return (step === 'READING' ? 0 : 0.5) + (0.5 * done) / total
}

/** What came in, line by line: what is counted, and how many. */
export function reportLines(report: Report): [label: string, count: number][] {
  return [
    ['Students added', report.students],
    ['Disabled of those added', report.disabled],
    ['Places in terms added', report.places],
    ['Terms added', report.terms],
    ['Classes added', report.classes],
    ['Sections added', report.sections],
    ['Students here already, by legacy id', report.knownByLegacyId],
    ['Students here already, by register number', report.knownByRegisterNo],
    ['Places that were there already', report.placesKept],
    ['Phones repaired', report.repairedPhones],
  ]
}

/** What one line of a list says came in. */
export function cameIn({ report, problemCount }: Pick<LegacyImport, 'report' | 'problemCount'>): string {
  if (!report) return problemCount === 0 ? '' : counted(problemCount, 'problem')
  return `${counted(report.students, 'student')}, ${counted(report.places, 'place')}`
}

/** Says in which rows phones were repaired; null where none was. */
export function repairedPhonesText({ repairedPhones, repairedPhoneRows }: Report): string | null {
  if (repairedPhones === 0) return null
  const shown = repairedPhoneRows.slice(0, shownRows).map((row) => figure(row))
  const rows = repairedPhoneRows.length > shownRows ? [...shown, 'others'] : shown
  const where = `${repairedPhoneRows.length === 1 ? 'row' : 'rows'} ${new Intl.ListFormat('en-IN').format(rows)}`
  return `Phones were repaired in ${counted(repairedPhones, 'cell')}, by leaving out +91, a leading 0, spaces or hyphens: ${where}.`
}

/** The report as it leaves the product. */
export function reportTables({ fileName, createdAt, createdByName }: LegacyImport, report: Report): SheetTable[] {
  const summary = plainTable('Summary', [['What', 'Count'], ['Rows of the file', report.rows], ...reportLines(report)])
  return [
    {
      ...summary,
      above: [[`${fileName}, ${showMoment(createdAt)}, ${createdByName}`]],
      below: report.unread.length > 0 ? [[`Columns that nothing was read from: ${report.unread.join(', ')}`]] : [],
    },
    plainTable('Terms', [
      ['Term', 'Added', 'Classes added', 'Sections added', 'Places added'],
      ...report.byTerm.map((one) => [one.term, one.added ? 'Yes' : 'No', one.classes, one.sections, one.places]),
    ]),
    ...(report.repairedPhones === 0
      ? []
      : [plainTable('Repaired phones', [['Row of the file'], ...report.repairedPhoneRows.map((row) => [row])])]),
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

/** A file with every column, and one student in two years. */
export function sampleFile(keys: readonly string[]): string {
  const row = (year: 0 | 1) => keys.map((key) => example[key]?.[year] ?? '')
  return writeCsv([keys, row(0), row(1)])
}

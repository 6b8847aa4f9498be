import type { z } from 'zod'
import { command, type CommandContext, type CommandResult, query } from '#platform/command.ts'
import type { Db } from '#platform/database/connect.ts'
import { importTimeoutMs } from '#platform/imports.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { maskAadhaar } from '#shared/aadhaar.ts'
import { t } from '#shared/texts.ts'
import { erasedMessage } from '#domains/students/server/erased.exports.ts'
import { aadhaarOf, changeFields, lockStudents } from '#domains/students/server/fillFields.exports.ts'
import { fillItems, type Item, itemLabel, wantedItems } from '../udise.items.ts'
import { portalCell, portalClass, type PortalStudent } from '../udise.rules.ts'
import { boardView, fillForm, type FillRow, fillView, sheetForm } from '../udise.schema.ts'
import { udiseActions } from './udise.permissions.ts'
import {
  askedIn,
  type AskedInTerm,
  boardSections,
  fillPage,
  sheetStudents,
  studentsInTerm,
  termWithClasses,
} from './udise.sql.ts'

/** Returns the counts of what is missing by section. A term that the school does not have has no sections. */
export const viewBoard = query({
  action: udiseActions.view,
  input: boardView,
  run: async ({ db, read, viewer, schoolId, input: { termId } }) => {
    const asked = await askedOf(db, read, schoolId, termId)
    const [sections] = await read(boardSections(db, schoolId, viewer, termId, asked))
    return { year: asked.format.year, sections }
  },
})

/** Returns a page of students with their cells, and the number of students on all pages. */
export const viewFillPage = query({
  action: udiseActions.view,
  input: fillView,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const asked = await askedOf(db, read, schoolId, input.termId)
    const [rows] = await read(fillPage(db, schoolId, viewer, input, asked))
    return { total: rows[0]?.total ?? 0, rows: rows.map((row) => ({ ...row, cells: cellsOf(row) })) }
  },
})

type FillStudent = Awaited<ReturnType<ReturnType<typeof fillPage>['execute']>>[number]
export type FillPageRow = FillStudent & { cells: string[] }

/** Returns the stored values of the grid's cells, in the order of `fillItems`. The Aadhaar number is masked. */
function cellsOf(row: FillStudent): string[] {
  const values = { ...yearBeforeOf(row), aadharNumber: maskAadhaar(row.aadharLast4) }
  return fillItems.map((item) => {
    const value = item in values ? values[item as keyof typeof values] : row[item as Exclude<typeof item, 'aadharNumber'>]
    return value === 'BLANK' ? '' : (value ?? '')
  })
}

/** The class of the year before is that of the place in this school, where it was not entered. */
function yearBeforeOf(row: Pick<FillStudent, 'previousClass' | 'previousStatus' | 'priorClass'>) {
  const known = row.previousStatus === 'SAME_SCHOOL' ? (portalClass(row.priorClass) ?? '') : ''
  return { previousClass: row.previousClass || known }
}

async function askedOf(db: Db, read: Read, schoolId: number, termId: number): Promise<AskedInTerm> {
  const [[term]] = await read(termWithClasses(db, schoolId, termId))
  return askedIn(term)
}
type Read = Parameters<Parameters<typeof query>[0]['run']>[0]['read']

/**
 * Stores the changed cells of students of a term, all or none, and returns the number of students. '' clears a cell.
 * @throws Refusal BAD_INPUT with problems at `rows.N.field`, N from 0: an invalid cell; a student without a place of
 * the term in a section that the viewer sees, which another school's is too; an erased one; one that stands twice
 */
export const fillGovernmentIds = command({
  action: udiseActions.fill,
  input: fillForm,
  statementTimeoutMs: importTimeoutMs,
  run: (running) =>
    runOncePerKey(
      running,
      udiseActions.fill.name,
      running.input,
      () => storeCells(running),
      async (ids) => ids.length,
    ),
})

async function storeCells(running: CommandContext<z.output<typeof fillForm>, unknown>): Promise<CommandResult<number>> {
  const { db, call, viewer, schoolId, input } = running
  const ids = input.rows.map((row) => row.id)
  const inTerm = new Set((await studentsInTerm(db, schoolId, viewer, input.termId, ids).execute()).map((row) => row.id))
  const stored = new Map((await lockStudents(db, schoolId, [...inTerm])).map((student) => [student.id, student]))
  const problems: Problem[] = []
  const changes = input.rows.flatMap((row, index) => {
    const path = `rows.${index}.`
    const student = stored.get(row.id)
    if (!student) problems.push({ path: `${path}id`, message: t`This student is not in this term any more` })
    else if (student.erasedAt) problems.push({ path: `${path}id`, message: erasedMessage() })
    else if (ids.indexOf(row.id) < index) problems.push({ path: `${path}id`, message: t`This student is here twice` })
    return student ? [{ path, provided: providedCells(row), stored: student }] : []
  })
  if (problems[0]) throw new Refusal('BAD_INPUT', problems[0].message, problems)
  const fields = await changeFields(running, input.termId, changes)
  return {
    result: changes.length,
    ids,
    fields,
    afterCommit: () => {
      for (const { stored: student } of changes) invalidateViewer(call.database, student.subject)
    },
  }
}

function providedCells(row: FillRow) {
  const given = Object.fromEntries(Object.entries(row).filter(([name, value]) => name !== 'id' && value !== undefined))
  return given.gender === '' ? { ...given, gender: 'BLANK' } : given
}

/** The portal's sheet, and how many students it leaves out. */
export interface UdiseSheet {
  year: string
  columns: string[]
  rows: string[][]
  leftOut: number
}

/**
 * Returns the sheet of the portal for a term or a section: the students who are ready, or all with PEN, APAAR id and
 * what they lack in columns after the portal's. Aadhaar numbers are whole where that is asked for, else masked. Each
 * export is audited.
 */
export const exportSheet = command({
  action: udiseActions.export,
  input: sheetForm,
  run: async ({ db, call, viewer, school, schoolId, input }) => {
    const term = await termWithClasses(db, schoolId, input.termId).executeTakeFirst()
    if (!term) throw notFound()
    const asked = askedIn(term)
    const { format } = asked
    const all = await sheetStudents(db, schoolId, viewer, input, asked).execute()
    const isReady = ({ missing }: { missing: readonly Item[] }) => missing.every((item) => wantedItems.includes(item))
    const students = input.readyOnly ? all.filter(isReady) : all
    const rows = students.map((student) => {
      const portal: PortalStudent = {
        ...student,
        ...yearBeforeOf(student),
        udiseCode: school.udise,
        aadhaar: input.wholeAadhaar ? (aadhaarOf(student, call.services.config) ?? '') : maskAadhaar(student.aadharLast4),
      }
      const cells = format.columns.map(({ value }) => portalCell(value, portal, format))
      return input.readyOnly ? cells : [...cells, student.penNumber, student.aaparId, student.missing.map(itemLabel).join(', ')]
    })
    const result: UdiseSheet = {
      year: format.year,
      columns: [
        ...format.columns.map(({ header }) => header),
        ...(input.readyOnly ? [] : [itemLabel('penNumber'), itemLabel('aaparId'), t`What is missing`]),
      ],
      rows,
      leftOut: all.length - students.length,
    }
    return {
      result,
      ids: students.map((student) => student.id),
      fields: ['udiseSheet', ...(input.wholeAadhaar ? ['aadharNumber'] : [])],
    }
  },
})

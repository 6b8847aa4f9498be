import { t } from '@lingui/core/macro'
import { parseDay } from '#shared/dates.ts'
import type { ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { editRow, fileMessages, importRow } from '../studentFiles.schema.ts'
import { nameKey, sectionKey, duplicateIndexes } from '../students.rules.ts'
import {
  cellProblems,
  checkNewRows,
  isDeletion,
  studentIdOf,
  withoutBlanks,
  typedRow,
  type SeatedStudent,
} from './fileColumns.ts'

interface NamedSection {
  name: string
  class: { name: string }
}

const requiredColumns = new Set(['roll', 'name', 'phone'])
const sectionKeys = (sections: readonly NamedSection[]) =>
  new Set(sections.map((section) => sectionKey(section.class.name, section.name)))

/** Returns a check of Bulk Add rows: invalid cells, and a class and section that the term does not have. */
export function newRowChecker(sections: readonly NamedSection[]) {
  const known = sectionKeys(sections)
  return (row: ImportRow) => {
    const { class: className = '', section = '' } = row
    const problems = cellProblems(importRow, row).map((problem) =>
      problem.key !== null && requiredColumns.has(problem.key) && row[problem.key] === ''
        ? { ...problem, message: t`Required` }
        : problem,
    )
    if (className !== '' && section !== '' && !known.has(sectionKey(className, section)))
      problems.push({ key: 'class', message: fileMessages.noClass(className, section) })
    return problems
  }
}

/** Converts a row of Bulk Add to the server's input. */
export function newRowInput(row: ImportRow) {
  return withoutBlanks(importRow.parse(typedRow(row)))
}

/**
 * Returns a check of Bulk Edit rows: invalid cells, an unknown term, and a class and section that this term does not
 * have.
 */
export function editRowChecker(terms: readonly { name: string; sections: readonly NamedSection[] }[]) {
  const sectionsByTerm = new Map(terms.map(({ name, sections }) => [nameKey(name), sectionKeys(sections)]))
  return (row: ImportRow) => {
    const problems = cellProblems(editRow, row)
    const invalidCells = new Set(problems.map((problem) => problem.key))
    const { term = '', class: className = '', section = '' } = row
    const known = sectionsByTerm.get(nameKey(term))
    if (!invalidCells.has('term') && !known) problems.push({ key: 'term', message: fileMessages.noTerm })
    if (known && !invalidCells.has('class') && !invalidCells.has('section') && !known.has(sectionKey(className, section)))
      problems.push({ key: 'section', message: fileMessages.noSection })
    return problems
  }
}

/** Finds conflicts between the rows of a Bulk Edit file, and with the students of the looked-at term. */
export function checkEditRows(rows: readonly ImportRow[], seated: readonly SeatedStudent[] = [], term = ''): RowProblem[] {
  const ids = rows.map((row) => (/^a$/i.test(row.action ?? '') ? '' : (row.id ?? '')))
  return [
    ...checkNewRows(rows, seated, term),
    ...duplicateIndexes(ids).map((index) => ({ index, key: 'id', message: t`This id is in the file twice` })),
  ]
}

/** Converts a row of Bulk Edit to the server's input. */
export function editRowInput(row: ImportRow) {
  return withoutBlanks(editRow.parse(typedRow(row)))
}

interface NamedSectionWithId extends NamedSection {
  id: string
}

/** Returns the places that the rows of Bulk Add give to new students, with their days of admission. */
export function newMoves(
  rows: readonly ImportRow[],
  sections: readonly NamedSectionWithId[],
): { sectionId: string; joinedOn?: string }[] {
  const ids = sectionIds(sections)
  return rows.flatMap((row) => {
    const sectionId = ids.get(sectionKey(row.class ?? '', row.section ?? ''))
    return sectionId ? [{ sectionId, ...joinedOnOf(row) }] : []
  })
}

/** The day of admission of a row; a text that is no day is refused with the row. */
function joinedOnOf({ dateOfAdmission = '' }: ImportRow): { joinedOn?: string } {
  const joinedOn = parseDay(dateOfAdmission)
  return joinedOn === null ? {} : { joinedOn }
}

/** Returns the places that the rows of Bulk Edit give to students, by term; a new student has no id. */
export function editMoves(
  rows: readonly ImportRow[],
  terms: readonly { id: string; name: string; sections: readonly NamedSectionWithId[] }[],
): { termId: string; moves: { studentId?: string; sectionId: string; joinedOn?: string }[] }[] {
  const rowsByTerm = Map.groupBy(
    rows.filter((row) => !isDeletion(row)),
    ({ term = '' }) => nameKey(term),
  )
  return terms.flatMap(({ id, name, sections }) => {
    const ids = sectionIds(sections)
    const moves = (rowsByTerm.get(nameKey(name)) ?? []).flatMap((row) => {
      const sectionId = ids.get(sectionKey(row.class ?? '', row.section ?? ''))
      const studentId = studentIdOf(row)
      return sectionId ? [studentId === null ? { sectionId, ...joinedOnOf(row) } : { studentId, sectionId }] : []
    })
    return moves.length > 0 ? [{ termId: id, moves }] : []
  })
}

const sectionIds = (sections: readonly NamedSectionWithId[]) =>
  new Map(sections.map(({ id, name, class: { name: className } }) => [sectionKey(className, name), id]))

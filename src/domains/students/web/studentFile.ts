import type { ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { editRow, fileWords, importRow } from '../studentFiles.schema.ts'
import { nameKey, placeKey, repeated } from '../students.rules.ts'
import { cellProblems, checkTogether, filled, ownRow, type SeatedStudent } from './fileColumns.ts'

interface Place {
  name: string
  class: { name: string }
}

const required = new Set(['roll', 'name', 'phone'])
const placesOf = (sections: readonly Place[]) => new Set(sections.map((section) => placeKey(section.class.name, section.name)))

/** What is wrong with a line of Bulk Add: its cells, and a class and section the term does not have. */
export function checkNew(sections: readonly Place[]) {
  const known = placesOf(sections)
  return (row: ImportRow) => {
    const { class: className = '', section = '' } = row
    const problems = cellProblems(importRow, row).map((problem) =>
      problem.key !== null && required.has(problem.key) && row[problem.key] === ''
        ? { ...problem, message: 'Required' }
        : problem,
    )
    if (className !== '' && section !== '' && !known.has(placeKey(className, section)))
      problems.push({ key: 'class', message: fileWords.noClass(className, section) })
    return problems
  }
}

/** What a row of Bulk Add is sent as. */
export function sentNew(row: ImportRow) {
  return filled(importRow.parse(ownRow(row)))
}

/** What is wrong with a line of Bulk Edit: its cells, its term, and a class and section that this term does not have. */
export function checkEdit(terms: readonly { name: string; sections: readonly Place[] }[]) {
  const places = new Map(terms.map(({ name, sections }) => [nameKey(name), placesOf(sections)]))
  return (row: ImportRow) => {
    const problems = cellProblems(editRow, row)
    const said = new Set(problems.map((problem) => problem.key))
    const { term: named = '', class: className = '', section = '' } = row
    const known = places.get(nameKey(named))
    if (!said.has('term') && !known) problems.push({ key: 'term', message: fileWords.noTerm })
    if (known && !said.has('class') && !said.has('section') && !known.has(placeKey(className, section)))
      problems.push({ key: 'section', message: fileWords.noSection })
    return problems
  }
}

/** What is wrong with the lines of Bulk Edit beside each other, and beside the students of the term looked at. */
export function checkEdits(rows: readonly ImportRow[], seated: readonly SeatedStudent[] = [], term = ''): RowProblem[] {
  const ids = rows.map((row) => (/^a$/i.test(row.action ?? '') ? '' : (row.id ?? '')))
  return [
    ...checkTogether(rows, seated, term),
    ...repeated(ids).map((index) => ({ index, key: 'id', message: 'This id stands in the file twice' })),
  ]
}

/** What a row of Bulk Edit is sent as. */
export function sentEdit(row: ImportRow) {
  return filled(editRow.parse(ownRow(row)))
}

import type { ImportRow, RowProblem } from '../../../ui/import/importTable.ts'
import { editRow, fileWords, importRow } from '../studentFiles.schema.ts'
import { nameKey, placeKey, repeated } from '../students.rules.ts'
import { cellProblems, filled, ownRow, standTwice } from './fileColumns.ts'

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

/** What is wrong with a line of Bulk Edit. */
export function checkEdit(
  terms: readonly { name: string }[],
  term: { name: string } | null | undefined,
  sections: readonly Place[],
) {
  const termNames = new Set(terms.map(({ name }) => nameKey(name)))
  const active = term ? nameKey(term.name) : ''
  const known = placesOf(sections)
  return (row: ImportRow) => {
    const problems = cellProblems(editRow, row)
    const said = new Set(problems.map((problem) => problem.key))
    const { term: named = '', class: className = '', section = '' } = row
    if (!said.has('term') && !termNames.has(nameKey(named))) problems.push({ key: 'term', message: fileWords.noTerm })
    // The sections of other terms are known to the server only.
    if (nameKey(named) === active && !said.has('class') && !said.has('section') && !known.has(placeKey(className, section)))
      problems.push({ key: 'section', message: fileWords.noSection })
    return problems
  }
}

/** What is wrong with the lines of Bulk Edit beside each other. */
export function checkEdits(rows: readonly ImportRow[]): RowProblem[] {
  const ids = rows.map((row) => (/^a$/i.test(row.action ?? '') ? '' : (row.id ?? '')))
  return [
    ...standTwice(rows),
    ...repeated(ids).map((index) => ({ index, key: 'id', message: 'This id stands in the file twice' })),
  ]
}

/** What a row of Bulk Edit is sent as. */
export function sentEdit(row: ImportRow) {
  return filled(editRow.parse(ownRow(row)))
}

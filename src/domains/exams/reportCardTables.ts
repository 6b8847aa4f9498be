import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import type { Language } from '#shared/languages.ts'
import type { ReportCard, ReportCardColumn, ReportCardTable } from './reportCard.schema.ts'
import type { Words } from './reportCardWords.ts'
import { showMarks } from './scheme.schema.ts'
import { schemeWord } from './schemeWords.ts'

/** Number of columns from which the heads of components are written upwards, because their words are wider. */
const narrowFrom = 8

export function subjectTable(table: ReportCardTable, card: ReportCard, words: Words, title: string | null): ReactElement {
  const { say } = words
  const { columns, rows, totals } = table
  const gradesOnly = rows.every(({ kind }) => kind === 'GRADES_ONLY')
  const narrow = columns.length >= narrowFrom
  const again = new Set(card.reexamined.map((each) => each.subject))
  return h(
    'table',
    { className: narrow ? 'rc-table rc-narrow' : 'rc-table' },
    title !== null && h('caption', null, title),
    h(
      'colgroup',
      null,
      h('col', { className: 'rc-name' }),
      columns.map(({ kind }, index) => {
        const inWords = kind === 'GRADE' && rows.some(({ cells }) => (cells[index] ?? '').length > 3)
        return h('col', { key: index, className: narrow && inWords ? 'rc-grade-word' : undefined })
      }),
    ),
    h('thead', null, tableHead(table, card, words, gradesOnly)),
    h(
      'tbody',
      null,
      rows.map(({ subject, kind, cells, failed }, index) =>
        h(
          'tr',
          { key: index, className: failed ? 'rc-failed' : undefined },
          h(
            'th',
            { scope: 'row' },
            h('bdi', null, subject),
            kind === 'OPTIONAL' && h('small', null, ` (${say('optional')})`),
            failed && ' *',
            again.has(subject) && ' †',
          ),
          tableCells(cells, table, card, words),
        ),
      ),
    ),
    totals !== null &&
      h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, say('total')), tableCells(totals, table, card, words))),
  )
}

/** Renders the cells of a row; on a screen with the heads of their columns, which stand above each cell on a phone. */
function tableCells(cells: readonly string[], table: ReportCardTable, card: ReportCard, words: Words): ReactNode {
  const { columns } = table
  if (!words.onScreen) return cells.map((cell, place) => h('td', { key: place }, cellText(cell, columns[place], words)))
  const parts = cardParts(card)
  const groups = isDetailed(table) && parts.size > 1 ? columnGroups(columns) : []
  const firsts = new Map(groups.map(({ first, part }) => [first, partText(part, words)]))
  return cells.map((cell, place) => {
    const column = columns[place]
    const head = column && (isDetailed(table) ? columnText(column, words) : gradeText(column, table, parts, words))
    const isSum = column !== undefined && column.kind !== 'MARKS'
    // Columns that are not summed have no total to show.
    const className = cells === table.totals && cell === '' ? 'rc-unsummed' : isSum ? 'rc-sum' : undefined
    return h(
      Fragment,
      { key: place },
      firsts.has(place) && h('td', { className: 'rc-part' }, firsts.get(place)),
      // One element, because its head and value are stacked on a phone.
      h('td', { 'data-head': head, className }, h('span', null, cellText(cell, column, words))),
    )
  })
}

/** Renders a cell. Grades are in the first language, because the legend has them in both. */
function cellText(cell: string, column: ReportCardColumn | undefined, { first }: Words): ReactNode {
  if (column?.kind === 'GRADE') return schemeWord(cell, first)
  const [obtained, outOf] = cell.split('/')
  return outOf === undefined ? cell : [obtained, h('wbr', { key: 'break' }), h('small', { key: 'of' }, `/${outOf}`)]
}

/** Returns the parts that a card has columns for. */
function cardParts(card: ReportCard): Set<string> {
  return new Set([...card.scholastic, ...card.coScholastic].flatMap((each) => each.columns.flatMap(({ part }) => part ?? [])))
}

function partText(part: string | null, { say, word }: Words): string {
  return part === null ? say('year') : word(part)
}

/** Tells whether a table has more than grades of parts. */
function isDetailed({ columns }: ReportCardTable): boolean {
  return columns.some(({ kind, components }) => kind !== 'GRADE' || components.length > 0)
}

/** Returns the head of a grade in a table of grades alone. */
function gradeText({ part }: ReportCardColumn, { columns }: ReportCardTable, parts: ReadonlySet<string>, words: Words): string {
  return parts.size > 1 || (part !== null && columns.length > 1) ? partText(part, words) : words.say('grade')
}

/** Returns the runs of columns that are of one part, with the index of their first column. */
function columnGroups(columns: readonly ReportCardColumn[]): { part: string | null; columns: number; first: number }[] {
  const named = columns.find(({ part }) => part !== null)?.part ?? null
  const single = new Set(columns.flatMap(({ part }) => part ?? [])).size === 1
  const groups: { part: string | null; columns: number; first: number }[] = []
  for (const [first, { part }] of columns.entries()) {
    const last = groups.at(-1)
    // The year of a subject with one part is that part.
    const own = single ? named : part
    if (last && last.part === own) last.columns += 1
    else groups.push({ part: own, columns: 1, first })
  }
  return groups
}

/** Renders one row of heads, or two where parts have components. */
function tableHead(table: ReportCardTable, card: ReportCard, words: Words, gradesOnly: boolean): ReactNode {
  const { say } = words
  const { columns } = table
  const parts = cardParts(card)
  const nameHead = (rowSpan: number) =>
    h('th', { rowSpan, scope: 'col', className: 'rc-of' }, say(gradesOnly && card.scholastic.length > 0 ? 'area' : 'subject'))
  if (!isDetailed(table))
    return h(
      'tr',
      null,
      nameHead(1),
      columns.map((column, index) => h('th', { key: index, scope: 'col' }, gradeText(column, table, parts, words))),
    )
  const heads = h(
    Fragment,
    null,
    columns.map((column, index) => h('th', { key: index, scope: 'col' }, columnHead(column, words))),
  )
  if (parts.size < 2) return h('tr', null, nameHead(1), heads)
  return h(
    Fragment,
    null,
    h(
      'tr',
      null,
      nameHead(2),
      columnGroups(columns).map(({ part, columns: width }, index) =>
        h('th', { key: index, colSpan: width, scope: 'colgroup' }, partText(part, words)),
      ),
    ),
    h('tr', null, heads),
  )
}

function columnHead(column: ReportCardColumn, words: Words): ReactElement {
  const { outOf } = column
  return h('span', null, columnName(column, words), outOf !== null && h('small', null, ` (${showMarks(outOf)})`))
}

function columnText(column: ReportCardColumn, words: Words): string {
  const { outOf } = column
  return outOf === null ? columnName(column, words) : `${columnName(column, words)} (${showMarks(outOf)})`
}

function columnName({ kind, components }: ReportCardColumn, { say, all }: Words): string {
  const names = (language: Language) => [...new Set(components.map((name) => schemeWord(name, language)))].join(', ')
  return components.length > 0 ? [...new Set(all.map(names))].join(' / ') : say(kind === 'GRADE' ? 'grade' : 'total')
}

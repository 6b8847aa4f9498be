import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { groupDigits } from '#shared/counts.ts'
import { showDay, showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import {
  type CellKind,
  type ReportBlock,
  type ReportCell,
  type ReportColumn,
  type ReportFact,
  type ReportModel,
  type ReportRow,
} from './report.model.ts'
import type { Strip } from './report.strips.ts'

/**
 * Renders a report. The screen and the PDF share these elements and {@link reportCss}. It looks like paper: black on
 * white in the dark theme too, and readable without colours.
 */
export function renderReport(report: ReportModel): ReactElement {
  return h(
    'article',
    { className: 'report', lang: report.language, 'aria-label': report.title },
    renderReportHead(report),
    report.blocks.map((block, index) =>
      h(Fragment, { key: index }, renderReportTable(report, block, index > 0, runningHead(report))),
    ),
    renderReportNotes(report),
  )
}

/** Renders the header: logo, school, title, facts and summary. */
export function renderReportHead({ school, title, facts, summary }: ReportModel): ReactElement {
  return h(
    'header',
    { className: 'report-head' },
    school.logoUrl !== null && h('img', { src: school.logoUrl, alt: '' }),
    h('div', { className: 'report-school' }, h('strong', null, school.name), h('span', null, title)),
    h('dl', null, facts.map(renderFact)),
    summary !== '' && h('p', null, summary),
  )
}

/** Renders the notes on how the values were counted; null for none. */
export function renderReportNotes({ notes }: ReportModel): ReactNode {
  if (notes.length === 0) return null
  return h(
    'ul',
    { className: 'report-notes' },
    notes.map((note) => h('li', { key: note }, note)),
  )
}

/**
 * Returns the text that repeats on every page of paper: `School · Condensed Attendance · 01 Jun 2026 – 30 Jun 2026`.
 */
export function runningHead({ school, title, facts }: ReportModel): string {
  const range = facts.find((fact) => fact.name === 'range')
  return [school.name, title, ...(range ? [range.value] : [])].join(' · ')
}

/** A table with more rows than these may continue on a second page, so its heading has the running head. */
const onePageRows = 15

/**
 * Renders one table. A printer repeats the heading on every page of the table.
 * @param later whether the table is not the first of the report
 * @param running the running head, shown beside the heading unless the table is on the first page
 * @param strips the columns that are one cell in each row; on paper only
 */
export function renderReportTable(
  { months }: Pick<ReportModel, 'months'>,
  block: ReportBlock,
  later: boolean,
  running: string,
  strips: readonly Strip[] = [],
): ReactElement {
  const { columns, rows, footer = [], empty } = block
  const className = [
    `report-block ${densityClass(columns)}`,
    ...(strips.length > 0 ? ['report-strips'] : []),
    ...(block.newPage && later ? ['report-new-page'] : []),
  ].join(' ')
  return h(
    'section',
    // Focusable, so that a wide table can be scrolled by keyboard.
    { className, 'aria-label': block.heading, tabIndex: 0 },
    h(
      'table',
      strips.length === 0 ? null : { style: stripStyle(strips) },
      h(
        'colgroup',
        null,
        columns.map((column) =>
          h('col', { key: column.key, style: column.width === undefined ? undefined : { width: `${column.width}mm` } }),
        ),
      ),
      h(
        'thead',
        null,
        renderHeadingRow(block, later || rows.length > onePageRows ? running : ''),
        renderGroupRow(columns),
        renderHeaderRow(columns),
      ),
      rows.length === 0
        ? h('tbody', null, h('tr', null, h('td', { className: 'report-empty', colSpan: columns.length }, empty)))
        : renderBodies(block, months, strips),
      // In a body, because a printer repeats a tfoot on every page.
      footer.length > 0 &&
        h(
          'tbody',
          null,
          footer.map((row, index) => renderTableRow(columns, { ...row, strong: true }, index, months)),
        ),
    ),
  )
}

/** Rows of a table with strips that share the lines between the columns. They stay on one page, where the lines end. */
const linedRows = 3

function renderBodies({ columns, rows }: ReportBlock, months: ReportModel['months'], strips: readonly Strip[]): ReactNode {
  const size = strips.length > 0 ? linedRows : rows.length
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, body) =>
    h(
      'tbody',
      { key: body, className: strips.length > 0 ? 'report-lines' : undefined },
      rows.slice(body * size, (body + 1) * size).map((row, index) => renderTableRow(columns, row, index, months, strips)),
    ),
  )
}

/** Returns the class for the font size: smaller with many columns, so that a month of half days fits on a page. */
function densityClass(columns: readonly ReportColumn[]): string {
  if (columns.length > 48) return 'report-densest'
  return columns.length > 11 ? 'report-dense' : 'report-plain'
}

function renderHeadingRow({ heading, facts = [], columns }: ReportBlock, running: string): ReactElement {
  return h(
    'tr',
    { className: 'report-heading' },
    h(
      'th',
      { colSpan: columns.length, scope: 'colgroup' },
      running !== '' && h('span', { className: 'report-running', 'aria-hidden': true }, running),
      h('h2', null, heading),
      facts.length > 0 && h('dl', null, facts.map(renderFact)),
    ),
  )
}

function renderGroupRow(columns: readonly ReportColumn[]): ReactNode {
  if (columns.every((column) => column.group === undefined)) return null
  const groups: { name: string | undefined; span: number }[] = []
  for (const { group } of columns) {
    const last = groups.at(-1)
    if (last && last.name === group) last.span += 1
    else groups.push({ name: group, span: 1 })
  }
  return h(
    'tr',
    { className: 'report-groups' },
    groups.map(({ name, span }, index) => h(name === undefined ? 'td' : 'th', { key: index, colSpan: span }, name)),
  )
}

function renderHeaderRow(columns: readonly ReportColumn[]): ReactElement {
  return h(
    'tr',
    null,
    columns.map((column) =>
      h(
        'th',
        { key: column.key, scope: 'col', className: cellClass(column) },
        // A word is vertical above a column that is one letter wide.
        column.kind === 'mark' && column.header.length > 2
          ? h('span', { className: 'report-upwards' }, column.header)
          : column.header,
      ),
    ),
  )
}

function renderTableRow(
  columns: readonly ReportColumn[],
  row: ReportRow,
  key: number,
  months: ReportModel['months'],
  strips: readonly Strip[] = [],
): ReactElement {
  const states = [row.shaded && 'report-shaded', row.struck && 'report-struck', row.strong && 'report-strong']
  const className = states.filter(Boolean).join(' ')
  if (row.wide) return h('tr', { key, className }, h('td', { colSpan: columns.length }, row.cells[0]))
  const cells: ReactNode[] = []
  for (let index = 0; index < columns.length; index += 1) {
    const strip = strips.find(({ from }) => from === index)
    if (strip) {
      cells.push(renderStrip(strip, columns, row.cells))
      index += strip.count - 1
    } else cells.push(renderCell(columns[index] as ReportColumn, row.cells[index] ?? null, months))
  }
  return h('tr', { key, className: className === '' ? undefined : className }, cells)
}

function renderCell(column: ReportColumn, value: ReportCell, months: ReportModel['months']): ReactElement {
  return h('td', { key: column.key, className: cellClass(column, value) }, formatCell(column.kind, value, months))
}

/** As wide as a digit. */
const figureSpace = '\u2007'

/** Returns the distances of columns by the kind of strip, and the lines between the columns as shadows of one line. */
function stripStyle(strips: readonly Strip[]): Record<string, string> {
  const millimetres = (length: number) => `${length.toFixed(3)}mm`
  const lines = strips.flatMap(({ count, step, startsAt }) =>
    Array.from({ length: count - 1 }, (_, line) => `${millimetres(startsAt + (line + 1) * step)} 0 #999`),
  )
  return Object.fromEntries([['--lines', lines.join()], ...strips.map(({ kind, step }) => [`--${kind}`, millimetres(step)])])
}

const stripClasses = { letters: 'rs rsl', percentages: 'rs rsp', numbers: 'rs rsn' } satisfies Record<Strip['kind'], string>

/** Renders the cells of a strip as one. */
function renderStrip({ from, count, kind }: Strip, columns: readonly ReportColumn[], cells: readonly ReportCell[]): ReactElement {
  const texts = columns.slice(from, from + count).map((column, index) => formatCell(column.kind, cells[from + index] ?? null))
  return h(
    'td',
    { key: from, colSpan: count, className: stripClasses[kind] },
    kind === 'letters' ? renderLetters(texts) : texts.map((text) => placeText(text, kind)).join('\t'),
  )
}

/** The classes of the letters that are not as wide as a P. */
const letterClasses: Readonly<Record<string, string>> = { A: 'ra', L: 'rl', H: 'rh', '·': 'rd', '': 're' }

/** Renders letters, each as wide as a column. Most are P, whose distance is that of the text. */
function renderLetters(letters: readonly string[]): ReactNode[] {
  const content: ReactNode[] = []
  let text = ''
  for (const [index, letter] of letters.entries())
    if (letter === 'P') text += letter
    else {
      content.push(text, h('b', { key: index, className: letterClasses[letter] }, letter))
      text = ''
    }
  return [...content, text]
}

/** Puts a percentage in the middle or a number at the right of its column. Two spaces are about as wide as a digit. */
function placeText(text: string, kind: 'percentages' | 'numbers'): string {
  if (text === '') return text
  return kind === 'percentages' ? text.padStart(5) : text.padStart(text.includes('.') ? 5 : 3, figureSpace)
}

function cellClass({ kind, align, oneLine }: ReportColumn, value: ReportCell = null): string | undefined {
  if (kind === 'mark') return value === 'A' ? 'rm ra' : value === 'L' ? 'rm rl' : 'rm'
  if (align === 'right') return 'rr'
  if (align === 'center') return 'rc'
  if (kind === 'day' || kind === 'moment' || oneLine) return 'rn'
  return undefined
}

/**
 * Formats a cell for people; '' for an unknown value.
 * @param months the names of the months; by default those of the reader's language
 */
export function formatCell(kind: CellKind, value: ReportCell, months?: readonly string[]): string {
  if (value === null || value === '') return ''
  if (typeof value === 'string') {
    if (kind === 'day') return showDay(value, months) || value
    return kind === 'moment' ? showMoment(value, months) || value : value
  }
  if (kind === 'money') return showMoney(value)
  if (kind === 'percent') return value.toFixed(1)
  // In a tenth of the time of Intl, which was most of what a large report took.
  return Number.isInteger(value) ? groupDigits(value) : value.toLocaleString('en-IN')
}

function renderFact({ label, value }: ReportFact): ReactElement {
  return h('div', { key: label }, h('dt', null, label), h('dd', null, value))
}

/**
 * The styles of {@link renderReport} for screen and paper. A table that is too wide scrolls by itself on the screen.
 */
export const reportCss = `
.report { box-sizing: border-box; max-width: 100%; background: #fff; color: #000; color-scheme: light; font-size: 8pt; line-height: 1.2; font-variant-numeric: tabular-nums; text-align: left; }
.report-head { display: flex; flex-wrap: wrap; align-items: center; gap: 1.5mm 5mm; padding-bottom: 1mm; border-bottom: 0.5mm solid #000; }
.report-head img { width: 12mm; height: 12mm; object-fit: contain; flex: none; }
.report-school { flex: 1 1 60mm; min-width: 0; overflow-wrap: anywhere; }
.report-school strong { display: block; font-size: 13pt; font-weight: 600; line-height: 1.2; }
.report-school span { font-size: 10pt; font-weight: 600; }
.report dl { margin: 0; }
.report-head dl { flex: 3 1 120mm; display: grid; grid-template-columns: repeat(auto-fit, minmax(38mm, 1fr)); gap: 0.5mm 5mm; }
.report dt { color: #444; font-size: 6.5pt; line-height: 1.2; }
.report dd { margin: 0; overflow-wrap: anywhere; }
.report-head p { flex: 1 0 100%; margin: 0; font-weight: 600; }
.report-block { margin-top: 2mm; overflow-x: auto; }
.report-block table { width: 100%; border-collapse: collapse; }
.report-block th, .report-block td { padding: 0.3mm 1.2mm 0.1mm; border: 0.2mm solid #999; text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
.report-block thead th { font-weight: 600; background: #eee; vertical-align: bottom; overflow-wrap: normal; }
.report-block .report-heading th { padding: 0 0 0.5mm; border: 0; background: none; }
.report-running { display: none; }
.report-heading h2 { display: inline; margin: 0 5mm 0 0; font-size: 10.5pt; font-weight: 600; }
.report-heading dl { display: inline-flex; flex-wrap: wrap; gap: 0 5mm; font-weight: 400; }
.report-heading dl > div { display: flex; gap: 1.5mm; align-items: baseline; }
.report-block .report-groups td { border-width: 0 0 0.2mm; background: none; }
.report-block .report-groups th { text-align: center; }
.report-block tr { break-inside: avoid; }
.report-block .rr { text-align: right; white-space: nowrap; overflow-wrap: normal; }
.report-block .rc { text-align: center; white-space: nowrap; }
.report-block .rm { padding: 0.2mm 0; text-align: center; overflow-wrap: normal; }
.report-block .ra { background: #f6d0cc; font-weight: 600; }
.report-block .rl { background: #faeac0; }
.report-upwards { display: inline-block; max-height: 24mm; padding: 0.8mm 0; overflow: hidden; writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
.report-block .report-shaded td { background: #f3e3b3; }
.report-block .report-shaded .ra { background: #f6d0cc; }
.report-block .report-struck td { color: #666; text-decoration: line-through; }
.report-block .report-strong td { background: #eee; font-weight: 600; }
.report-block .report-empty { padding: 3mm; text-align: center; color: #444; }
.report-dense { font-size: 7pt; }
.report-densest { font-size: 6pt; }
.report-dense th, .report-dense td, .report-densest th, .report-densest td { padding: 0.3mm 0.7mm; }
.report-densest .rm, .report-dense .rm { padding: 0.3mm 0; }
.report-notes { margin: 1mm 0 0; padding: 0; font-size: 6.5pt; color: #333; }
.report-notes li { display: inline; }
.report-notes li + li::before { content: ' · '; }
@media screen {
  .report { padding: clamp(12px, 2vw, 24px); font-size: 13px; line-height: 1.3; }
  .report dt { font-size: 11px; }
  .report-block th, .report-block td { padding: 4px 6px; }
  .report-dense, .report-densest { font-size: 12px; }
  .report-block .rm { min-width: 18px; padding: 4px 2px; }
  .report-block .rn { white-space: nowrap; }
  .report-plain table { min-width: 560px; }
  .report-dense table { min-width: 860px; }
  .report-plain table:has(th:nth-child(9)) { min-width: 920px; }
  .report-notes { margin-top: 12px; padding-left: 16px; font-size: 12px; }
  .report-notes li { display: list-item; }
  .report-notes li + li::before { content: none; }
  .report td, .report th { overflow-wrap: normal; }
}
@media print {
  .report-dense table, .report-densest table, .report-strips table { table-layout: fixed; }
  .report-lines { position: relative; break-inside: avoid; }
  .report-lines tr:first-child td:first-child::after { content: ''; position: absolute; top: 0; bottom: 0; left: -0.1mm; width: 0.2mm; box-shadow: var(--lines); }
  .report-strips .rs { padding-right: 0; white-space: pre; }
  /* A letter's colour is higher than any row, which cuts it off. */
  .report-strips .rsl { overflow: hidden; }
  /* In em, the widths of the letters of the font, which no hinting may change. */
  .report-strips .rsl { padding-left: calc(var(--letters) / 2 - 0.302em); letter-spacing: calc(var(--letters) - 0.604em); text-rendering: geometricPrecision; }
  .rsl b { --letter: 0em; margin: 0 calc(var(--letters) / 2 - 0.302em) 0 calc(0.302em - var(--letters) / 2); padding: 30mm calc((var(--letters) - var(--letter)) / 2); letter-spacing: 0; font-weight: 400; }
  .rsl .ra { --letter: 0.672em; }
  .rsl .rl { --letter: 0.524em; }
  .rsl .rh { --letter: 0.74em; }
  .rsl .rd { --letter: 0.268em; }
  .report-strips .rsp { padding-left: calc(var(--percentages) / 2 - 1.28em); tab-size: var(--percentages); }
  .report-strips .rsn { padding-left: calc(var(--numbers) - 1.72em - 0.9mm); tab-size: var(--numbers); }
  .report-dense .rc { padding-inline: 0.3mm; }
  .report-block { overflow: visible; }
  /* Half of a border is outside its table. */
  .report-block table { width: calc(100% - 0.3mm); }
  .report-running { display: block; float: right; max-width: 60%; overflow: hidden; font-size: 7pt; font-weight: 400; line-height: 4.5mm; color: #444; text-overflow: ellipsis; white-space: nowrap; }
  .report-new-page { margin-top: 0; break-before: page; }
}
`

/** The page of the PDF. The bottom margin has room for "Page x of y". */
export const reportPage = 'A4 landscape; margin: 8mm 8mm 11mm'

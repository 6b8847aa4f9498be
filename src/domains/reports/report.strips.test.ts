import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatCell, renderReportTable } from './report.layout.ts'
import { column, type ReportBlock, type ReportColumn } from './report.model.ts'
import { findStrips } from './report.strips.ts'

const marks = (count: number) => Array.from({ length: count }, (_, day) => column(`d${day}`, String(day), 'mark'))
const weeks = (count: number): ReportColumn[] =>
  Array.from({ length: count }, (_, week) => ({ ...column(`w${week}`, String(week), 'percent'), align: 'center' }))
const name = column('name', 'Name', 'text', 60)
const counts = [column('present', 'P', 'number', 7), column('absent', 'A', 'number', 7), column('percent', '%', 'percent', 10)]

/** Returns the texts of the rows of a table, of which a strip has one for each letter or tab stop. */
function printedRows(block: ReportBlock): string[][] {
  const html = renderToStaticMarkup(
    createElement('main', null, renderReportTable({}, block, false, '', findStrips(block.columns))),
  )
  const rows = [...html.matchAll(/<tr(?: class="[\w -]*")?>(<td.*?)<\/tr>/g)]
  return rows.map(([, cells = '']) =>
    [...cells.matchAll(/<td([^>]*)>(.*?)<\/td>/g)]
      .flatMap(([, attributes = '', cell = '']) =>
        attributes.includes('rsl')
          ? [...cell.matchAll(/P|<b[^>]*>(.?)<\/b>/g)].map(([p, other]) => other ?? p)
          : cell.split('\t'),
      )
      .map((text) => text.trim()),
  )
}

test('every text of a row is printed once, at the place of its column', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 62 }).chain((days) =>
        fc.record({
          days: fc.constant(days),
          rows: fc.array(
            fc.record({
              letters: fc.array(fc.constantFrom('P', 'A', 'L', 'H', '·', ''), { minLength: days, maxLength: days }),
              present: fc.nat(124),
              percent: fc.option(fc.constantFrom(0, 5, 66.7, 100)),
            }),
            { minLength: 1, maxLength: 12 },
          ),
        }),
      ),
      ({ days, rows }) => {
        const block: ReportBlock = {
          heading: '7-A',
          columns: [name, ...marks(days), ...counts],
          rows: rows.map(({ letters, present, percent }, row) => ({
            cells: [`Student ${row}`, ...letters, present, days - present, percent],
          })),
          footer: [{ cells: ['Present', ...Array.from({ length: days }, () => rows.length), null, null, null] }],
        }
        const cells = [...block.rows, ...(block.footer ?? [])].map((row) =>
          block.columns.map(({ kind }, index) => formatCell(kind, row.cells[index] ?? null)),
        )
        expect(printedRows(block)).toEqual(cells)
      },
    ),
    { numRuns: 40 },
  )
})

test('days or weeks are a strip, and the counts after them; the tab stops are where the columns start', () => {
  const share = (280.7 - 60 - 24) / 31
  expect(findStrips([name, ...marks(31), ...counts])).toEqual([
    { from: 1, count: 31, kind: 'letters', step: share, startsAt: 60 },
    { from: 32, count: 3, kind: 'numbers', step: 7, startsAt: expect.closeTo(60 + 31 * share) },
  ])
  expect(findStrips([name, ...weeks(15), column('trend', 'Trend', 'text', 14)])).toMatchObject([
    { from: 1, count: 15, kind: 'percentages' },
  ])
})

test('only the last number of a strip is wider, and a column alone or a wide one is a cell', () => {
  const [present, absent, percent] = counts as [ReportColumn, ReportColumn, ReportColumn]
  expect(findStrips([name, ...marks(9), present, percent, absent])).toMatchObject([{ count: 9 }, { from: 10, count: 2 }])
  expect(findStrips([name, ...marks(1), present])).toEqual([])
  expect(findStrips([name, ...marks(9), ...counts.map((count) => ({ ...count, width: 18 }))])).toHaveLength(1)
})

test('a table whose other columns share the width has no strips', () => {
  expect(findStrips([column('name', 'Name'), ...marks(9), ...counts])).toEqual([])
})

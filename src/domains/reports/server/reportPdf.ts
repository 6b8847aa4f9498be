import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PdfContent } from '#platform/pdf/document.ts'
import { cellCount, type ReportBlock, type ReportModel } from '../report.model.ts'
import { reportCss, reportHead, reportNotes, reportPage, reportTable, runningHead } from '../report.sheet.ts'

/** What the renderer makes in a second, with room in memory. */
const cellsOfPart = 25_000
/** Less is one part: two would each bring their fonts. */
const smallest = 8_000

/** A report as parts of one PDF. A part begins on a new page, so only tables that do are apart, and very long ones are cut. */
export function reportPdf(report: ReportModel): PdfContent[] {
  const parts = inParts(report.blocks)
  const running = runningHead(report)
  return parts.map((blocks, place) => ({
    title: report.title,
    page: reportPage,
    css: reportCss,
    body: renderToStaticMarkup(
      createElement(
        'main',
        { className: 'report' },
        place === 0 && reportHead(report),
        // Not at the end, where they could be all there is on another page.
        place === 0 && reportNotes(report),
        blocks.map((block, nth) => createElement(Fragment, { key: nth }, reportTable(block, place > 0 || nth > 0, running))),
      ),
    ),
  }))
}

/** Parts of about the same size, an even number of them: two are made at once. */
function inParts(blocks: readonly ReportBlock[]): ReportBlock[][] {
  const parts: ReportBlock[][] = [[]]
  const all = cellCount({ blocks })
  const most = all < smallest ? all : all / (2 * Math.ceil(all / (2 * cellsOfPart)))
  let cells = 0
  for (const block of blocks.flatMap(cut)) {
    const own = (block.rows.length + 1) * block.columns.length
    if (cells > 0 && block.newPage && cells + own > most * 1.1) {
      parts.push([])
      cells = 0
    }
    parts.at(-1)?.push(block)
    cells += own
  }
  return parts
}

/** A table of more cells than a part has, as several; its sums are at the end of the last. */
function cut(block: ReportBlock): ReportBlock[] {
  const rows = Math.max(1, Math.floor(cellsOfPart / block.columns.length))
  if (block.rows.length <= rows) return [block]
  const { footer, ...rest } = block
  const pieces = Math.ceil(block.rows.length / rows)
  return Array.from({ length: pieces }, (_, piece) => ({
    ...rest,
    rows: block.rows.slice(piece * rows, (piece + 1) * rows),
    ...(piece > 0 ? { newPage: true, heading: `${block.heading}, continued` } : {}),
    ...(piece === pieces - 1 && footer ? { footer } : {}),
  }))
}

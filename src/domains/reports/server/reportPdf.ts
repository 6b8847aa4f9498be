import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PdfContent } from '#platform/pdf/document.ts'
import { countCells, type ReportBlock, type ReportModel } from '../report.model.ts'
import { reportCss, renderReportHead, renderReportNotes, reportPage, renderReportTable, runningHead } from '../report.layout.ts'
import { findStrips } from '../report.strips.ts'
import { t } from '#shared/texts.ts'

/**
 * Number of cells of a part. A browser goes through the whole part for each of its pages: a month of 5,000 students
 * takes it 7 processor seconds in 16 parts, 8 in 10 and 13 in 2. Each has its own cost: 9 in 34 parts.
 */
const cellsPerPart = 20_000
/** A report with fewer cells is one part, because each part embeds the fonts again. */
const singlePartCells = 8_000

/**
 * Renders a report as parts of one PDF, one after the other. A part starts on a new page, so it starts with a table
 * that does, or with a piece of a very long table.
 */
export function* renderPdfParts(report: ReportModel): Generator<PdfContent> {
  const running = runningHead(report)
  for (const [partIndex, blocks] of splitIntoParts(report.blocks).entries())
    yield {
      title: report.title,
      page: reportPage,
      css: reportCss,
      body: renderToStaticMarkup(
        createElement(
          'main',
          { className: 'report' },
          partIndex === 0 && renderReportHead(report),
          // The notes come first, because at the end they could fill a page of their own.
          partIndex === 0 && renderReportNotes(report),
          blocks.map((block, index) =>
            createElement(
              Fragment,
              { key: index },
              renderReportTable(report, block, partIndex > 0 || index > 0, running, findStrips(block.columns)),
            ),
          ),
        ),
      ),
    }
}

/** Returns the number of parts that {@link renderPdfParts} renders. */
export function countPdfParts({ blocks }: Pick<ReportModel, 'blocks'>): number {
  return splitIntoParts(blocks).length
}

/** Splits a report into an even number of parts of similar size, because two are printed at a time. */
function splitIntoParts(blocks: readonly ReportBlock[]): ReportBlock[][] {
  const total = countCells({ blocks })
  const target = total < singlePartCells ? total : total / (2 * Math.ceil(total / (2 * cellsPerPart)))
  const parts: ReportBlock[][] = [[]]
  let cells = 0
  for (const block of blocks.flatMap(splitBlock)) {
    const blockCells = countCells({ blocks: [block] })
    // The nearest place to where the part should end, so that the parts before do not leave a small one.
    if (cells > 0 && block.newPage && cells + blockCells / 2 > parts.length * target) parts.push([])
    parts.at(-1)?.push(block)
    cells += blockCells
  }
  return parts
}

/** Splits a table with more cells than a part. The last piece has the sums. */
function splitBlock(block: ReportBlock): ReportBlock[] {
  const rows = Math.max(1, Math.floor(cellsPerPart / block.columns.length))
  if (block.rows.length <= rows) return [block]
  const { footer, ...rest } = block
  const pieces = Math.ceil(block.rows.length / rows)
  return Array.from({ length: pieces }, (_, piece) => ({
    ...rest,
    rows: block.rows.slice(piece * rows, (piece + 1) * rows),
    ...(piece > 0 ? { newPage: true, heading: t`${block.heading}, continued` } : {}),
    ...(piece === pieces - 1 && footer ? { footer } : {}),
  }))
}

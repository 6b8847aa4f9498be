import { parentPort, workerData } from 'node:worker_threads'
import { ParseSpeeds, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Merging } from './mergePdfs.ts'

/** Without the library's pauses, which let a screen live: nothing else runs in this thread. */
const reading = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest }
const writing = { addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY }

/** In points. The reports' margins have room for it. */
const stamp = { size: 8, right: 24, bottom: 12 }

async function merge({ parts, pageNumbers }: Merging): Promise<Uint8Array> {
  const [first, ...rest] = parts
  if (!first) throw new Error('There is nothing to put together.')
  const whole = await PDFDocument.load(first, reading)
  for (const part of rest) {
    const next = await PDFDocument.load(part, reading)
    for (const page of await whole.copyPages(next, next.getPageIndices())) whole.addPage(page)
  }
  if (pageNumbers) await stampPageNumbers(whole)
  return whole.save(writing)
}

async function stampPageNumbers(whole: PDFDocument): Promise<void> {
  const font = await whole.embedFont(StandardFonts.Helvetica)
  const pages = whole.getPages()
  for (const [index, page] of pages.entries()) {
    const text = `Page ${index + 1} of ${pages.length}`
    const x = page.getWidth() - stamp.right - font.widthOfTextAtSize(text, stamp.size)
    page.drawText(text, { x, y: stamp.bottom, size: stamp.size, font })
  }
}

const bytes = await merge(workerData as Merging)
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])

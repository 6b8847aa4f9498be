import { parentPort } from 'node:worker_threads'
import { ParseSpeeds, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { MergeMessage } from './mergePdfs.ts'

/** Without the library's pauses, which let a screen live: nothing else runs in this thread. */
const reading = { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest }
/** Streams of objects take 150 ms of 400 pages and save nothing, because most of a page is in streams of its own. */
const writing = { addDefaultPage: false, objectsPerTick: Number.POSITIVE_INFINITY, useObjectStreams: false }

/** In points. The reports' margins have room for it. */
const stamp = { size: 8, right: 24, bottom: 12 }

let whole: PDFDocument | undefined

async function append(bytes: Uint8Array): Promise<void> {
  const part = await PDFDocument.load(bytes, reading)
  if (whole) for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page)
  else whole = part
}

async function finish(pageNumbers: boolean): Promise<Uint8Array> {
  if (!whole) throw new Error('There is nothing to put together.')
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

let before = Promise.resolve()
parentPort?.on('message', (message: MergeMessage) => {
  before = before.then(async () => {
    if ('part' in message) return append(message.part)
    const bytes = await finish(message.pageNumbers)
    parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
  })
})

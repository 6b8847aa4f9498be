import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { chromiumRenderer } from './chromiumRenderer.ts'
import { gotenbergRenderer } from './gotenbergRenderer.ts'
import type { PdfRenderer } from './renderer.ts'

/** Bounds of the work of one process; the tests have smaller ones. */
export interface PdfLimits {
  /** Milliseconds for one document, waiting not counted. */
  patience: number
  /** How many are made at once. */
  atOnce: number
  /** How many may wait besides. */
  waiting: number
  /** Characters of a document. */
  html: number
}

/** 16 million characters are some thousand receipts. */
export const pdfLimits: PdfLimits = { patience: 20_000, atOnce: 2, waiting: 30, html: 16_000_000 }

/** What makes this installation's PDFs: the browser of the npm package, or the Gotenberg of PDF_SERVICE_URL. */
export function pdfRenderer({ pdfServiceUrl }: Pick<Config, 'pdfServiceUrl'>, limits = pdfLimits): PdfRenderer {
  const renderer =
    pdfServiceUrl === undefined ? chromiumRenderer(limits.patience) : gotenbergRenderer(pdfServiceUrl, limits.patience)
  return bounded(renderer, limits)
}

/** Keeps to the bounds of size and number: what cannot wait is refused at once, so that nothing piles up. */
export function bounded(renderer: PdfRenderer, { atOnce, waiting, html: largest }: PdfLimits): PdfRenderer {
  let running = 0
  const queue: (() => void)[] = []
  async function takePlace(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting)
      throw new Refusal('UNAVAILABLE', 'Too many PDFs are being made at the moment. Please try again in a minute.')
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  function leavePlace(): void {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
  return {
    async render(html) {
      if (html.length > largest) throw new Refusal('BAD_INPUT', 'This is too much for one PDF. Please choose a smaller range.')
      await takePlace()
      try {
        return await renderer.render(html)
      } finally {
        leavePlace()
      }
    },
    stop: () => renderer.stop(),
  }
}

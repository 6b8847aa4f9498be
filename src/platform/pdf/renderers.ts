import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { chromiumRenderer } from './chromiumRenderer.ts'
import { gotenbergRenderer } from './gotenbergRenderer.ts'
import { type PdfRenderer, tooMuch } from './renderer.ts'

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
  /** Bytes that one process of the browser may take; each document has one of its own. */
  memory: number
}

/** 16 million characters are some thousand receipts; a receipt takes 60 MB, a table of 2,500 rows and 12 columns 750. */
export const pdfLimits: PdfLimits = { patience: 20_000, atOnce: 2, waiting: 30, html: 16_000_000, memory: 2 ** 30 }

/** What makes this installation's PDFs: the browser of the npm package, or the Gotenberg of PDF_SERVICE_URL. */
export function pdfRenderer({ pdfServiceUrl }: Pick<Config, 'pdfServiceUrl'>, limits = pdfLimits): PdfRenderer {
  const renderer = pdfServiceUrl === undefined ? chromiumRenderer(limits) : gotenbergRenderer(pdfServiceUrl, limits.patience)
  return bounded(renderer, limits)
}

/**
 * Keeps to the bounds of size and number: what cannot wait is refused at once, so that nothing piles up. What is made behind the answers
 * is never refused, because its jobs are few; it goes on when nobody else waits, and leaves a place free while somebody else is served.
 */
export function bounded(renderer: PdfRenderer, { atOnce, waiting, html: largest }: PdfLimits): PdfRenderer {
  const running = { waitedFor: 0, behind: 0 }
  const lines = { waitedFor: [] as (() => void)[], behind: [] as (() => void)[] }

  /** Waits for its turn; whoever leaves takes the document along. */
  async function turn(kind: keyof typeof lines, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const come = () => resolve(undefined)
    const leave = () => {
      const place = lines[kind].indexOf(come)
      if (place < 0) return
      lines[kind].splice(place, 1)
      reject(signal?.reason as Error)
    }
    lines[kind].push(come)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  function mayBegin(kind: keyof typeof lines): boolean {
    if (running.waitedFor + running.behind >= atOnce) return false
    return kind === 'waitedFor' || running.behind === 0 || running.waitedFor + lines.waitedFor.length === 0
  }
  function begin(kind: keyof typeof lines): void {
    running[kind] += 1
  }
  function end(kind: keyof typeof lines): void {
    running[kind] -= 1
    for (const next of ['waitedFor', 'behind'] as const)
      while (lines[next].length > 0 && mayBegin(next)) {
        begin(next)
        lines[next].shift()?.()
      }
  }
  return {
    async render(html, rendering) {
      rendering?.signal?.throwIfAborted()
      if (html.length > largest) throw new Refusal('BAD_INPUT', tooMuch)
      const kind = rendering?.behind ? 'behind' : 'waitedFor'
      if (lines[kind].length === 0 && mayBegin(kind)) begin(kind)
      else if (kind === 'waitedFor' && lines.waitedFor.length >= waiting)
        throw new Refusal('UNAVAILABLE', 'Too many PDFs are being made at the moment. Please try again in a minute.')
      else await turn(kind, rendering?.signal)
      try {
        rendering?.signal?.throwIfAborted()
        return await renderer.render(html, rendering)
      } finally {
        end(kind)
      }
    },
    stop: () => renderer.stop(),
  }
}

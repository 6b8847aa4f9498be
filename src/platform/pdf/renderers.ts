import { t } from '#shared/texts.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { chromiumRenderer } from './chromiumRenderer.ts'
import { gotenbergRenderer } from './gotenbergRenderer.ts'
import { type PdfRenderer, tooMuch } from './renderer.ts'

/** Limits of one process; tests use smaller ones. */
export interface PdfLimits {
  /** Milliseconds for one document, without waiting. */
  timeoutMs: number
  /** Maximum number of concurrent documents. */
  atOnce: number
  /** Maximum number of waiting documents. */
  waiting: number
  /** Maximum characters of a document. */
  html: number
  /** Maximum bytes of one browser process; each document has its own. */
  memory: number
}

/**
 * 16 million characters are about a thousand receipts. A receipt takes 60 MB, a table of 2,500 rows and 12 columns 750
 * MB.
 */
export const pdfLimits: PdfLimits = { timeoutMs: 20_000, atOnce: 2, waiting: 30, html: 16_000_000, memory: 2 ** 30 }

/** Returns this installation's renderer: the browser of the npm package, or the Gotenberg of PDF_SERVICE_URL. */
export function pdfRenderer({ pdfServiceUrl }: Pick<Config, 'pdfServiceUrl'>, limits = pdfLimits): PdfRenderer {
  const renderer = pdfServiceUrl === undefined ? chromiumRenderer(limits) : gotenbergRenderer(pdfServiceUrl, limits.timeoutMs)
  return limitRenderer(renderer, limits)
}

/**
 * Enforces the limits of size and number. What cannot wait is refused at once, so that nothing piles up. Background
 * documents are never refused, because their jobs are few. They run when nobody else waits, and leave one place free
 * while others are served.
 */
export function limitRenderer(renderer: PdfRenderer, { atOnce, waiting, html: maxCharacters }: PdfLimits): PdfRenderer {
  const running = { waitedFor: 0, behind: 0 }
  const lines = { waitedFor: [] as (() => void)[], behind: [] as (() => void)[] }

  /** Waits for its turn; an abort removes the document from the queue. */
  async function waitForTurn(kind: keyof typeof lines, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const start = () => resolve(undefined)
    const abandon = () => {
      const place = lines[kind].indexOf(start)
      if (place < 0) return
      lines[kind].splice(place, 1)
      reject(signal?.reason as Error)
    }
    lines[kind].push(start)
    signal?.addEventListener('abort', abandon, { once: true })
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', abandon)
    }
  }

  function canStart(kind: keyof typeof lines): boolean {
    if (running.waitedFor + running.behind >= atOnce) return false
    return kind === 'waitedFor' || running.behind === 0 || running.waitedFor + lines.waitedFor.length === 0
  }
  function countStart(kind: keyof typeof lines): void {
    running[kind] += 1
  }
  function end(kind: keyof typeof lines): void {
    running[kind] -= 1
    for (const next of ['waitedFor', 'behind'] as const)
      while (lines[next].length > 0 && canStart(next)) {
        countStart(next)
        lines[next].shift()?.()
      }
  }
  return {
    async render(html, rendering) {
      rendering?.signal?.throwIfAborted()
      if (html.length > maxCharacters) throw new Refusal('BAD_INPUT', tooMuch())
      const kind = rendering?.behind ? 'behind' : 'waitedFor'
      if (lines[kind].length === 0 && canStart(kind)) countStart(kind)
      else if (kind === 'waitedFor' && lines.waitedFor.length >= waiting)
        throw new Refusal('UNAVAILABLE', t`Too many PDFs are being made at the moment. Please try again in a minute.`)
      else await waitForTurn(kind, rendering?.signal)
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

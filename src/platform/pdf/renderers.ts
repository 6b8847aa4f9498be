import { randomUUID } from 'node:crypto'
import { t } from '#shared/texts.ts'
import type { Config } from '../config.ts'
import { fairQueue } from '../fairQueue.ts'
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
  /** Maximum number of waiting documents of one urgency. */
  waiting: number
  /** Maximum number of waiting documents of one person. */
  waitingOfPerson: number
  /** Maximum characters of a document. */
  html: number
  /** Maximum bytes of one browser process; each document has its own. */
  memory: number
}

/**
 * 16 million characters are about a thousand receipts. A receipt takes 60 MB, a table of 2,500 rows and 12 columns 750
 * MB.
 */
export const pdfLimits: PdfLimits = {
  timeoutMs: 20_000,
  atOnce: 2,
  waiting: 30,
  waitingOfPerson: 5,
  html: 16_000_000,
  memory: 2 ** 30,
}

/** Returns this installation's renderer: the browser of the npm package, or the Gotenberg of PDF_SERVICE_URL. */
export function pdfRenderer({ pdfServiceUrl }: Pick<Config, 'pdfServiceUrl'>, limits = pdfLimits): PdfRenderer {
  const renderer = pdfServiceUrl === undefined ? chromiumRenderer(limits) : gotenbergRenderer(pdfServiceUrl, limits.timeoutMs)
  return limitRenderer(renderer, limits)
}

/**
 * Enforces the limits of size and number, and lets documents take turns by person and urgency (`fairQueue`): what a
 * clerk prints at the counter comes before what others wait for, and both before the background.
 */
export function limitRenderer(renderer: PdfRenderer, limits: PdfLimits): PdfRenderer {
  const queued = fairQueue({
    ...limits,
    messages: {
      tooManyOfPerson: () =>
        t`${limits.waitingOfPerson} PDFs of yours are waiting already. Please try again when one of them is done.`,
      tooMany: () => t`Too many PDFs are being made at the moment. Please try again in a minute.`,
    },
  })
  return {
    async render(html, rendering = {}) {
      if (html.length > limits.html) throw new Refusal('BAD_INPUT', tooMuch())
      const turn = { person: randomUUID(), urgency: 'PERSON', ...rendering } as const
      return queued(turn, () => renderer.render(html, rendering))
    },
    stop: () => renderer.stop(),
  }
}

import { t } from '#shared/texts.ts'
import type { Turn } from '../fairQueue.ts'

/**
 * Options of rendering one document: whose it is, and how urgent. Without a person it waits for nobody's other
 * documents. Without an urgency somebody waits for it.
 *
 * A BACKGROUND document has no structure for screen readers, with which a long table takes three times as long and
 * forty times the space; reports have their screen for that.
 *
 * The signal aborts the rendering: it leaves the queue, or its page is closed, and `render` rejects with the reason.
 */
export type RenderOptions = Partial<Turn>

/** Returns the refusal of a document that exceeds the limits of one PDF by its length or its memory. */
export const tooMuch = () => t`This is too much for one PDF. Please choose a smaller range.`

/**
 * Returns the milliseconds for one document. Background documents get three times as long, because they may wait for
 * the processor.
 */
export function renderTimeout({ urgency }: RenderOptions, timeoutMs: number): number {
  return urgency === 'BACKGROUND' ? 3 * timeoutMs : timeoutMs
}

/** Renders whole HTML documents to PDF; their `@page` sets size and margins. */
export interface PdfRenderer {
  /**
   * Renders without running scripts or fetching anything: the document must be self-contained.
   *
   * @throws Refusal UNAVAILABLE when it cannot be made now, RATE_LIMITED when too many of the person wait, BAD_INPUT
   * when it is too large
   */
  render(html: string, rendering?: RenderOptions): Promise<Buffer>
  /** Ends everything that runs. */
  stop(): Promise<void>
}

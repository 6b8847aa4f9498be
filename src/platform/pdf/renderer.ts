import { t } from '#shared/texts.ts'

/** Options of rendering one document. */
export interface RenderOptions {
  /**
   * Renders in the background: documents that people wait for come first. The PDF has no structure for screen readers,
   * with which a long table takes three times as long and forty times the space; reports have their screen for that.
   */
  behind?: boolean
  /** Aborts the rendering: it leaves the queue, or its page is closed, and `render` rejects with the reason. */
  signal?: AbortSignal
}

/** Returns the refusal of a document that exceeds the limits of one PDF by its length or its memory. */
export const tooMuch = () => t`This is too much for one PDF. Please choose a smaller range.`

/**
 * Returns the milliseconds for one document. Background documents get three times as long, because they may wait for
 * the processor.
 */
export function renderTimeout({ behind = false }: RenderOptions, timeoutMs: number): number {
  return behind ? 3 * timeoutMs : timeoutMs
}

/** Renders whole HTML documents to PDF; their `@page` sets size and margins. */
export interface PdfRenderer {
  /**
   * Renders without running scripts or fetching anything: the document must be self-contained.
   *
   * @throws Refusal UNAVAILABLE when it cannot be made now, BAD_INPUT when it is too large
   */
  render(html: string, rendering?: RenderOptions): Promise<Buffer>
  /** Ends everything that runs. */
  stop(): Promise<void>
}

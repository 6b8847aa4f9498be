/** How a document is made. */
export interface Rendering {
  /**
   * Nobody looks at an empty screen meanwhile: people who wait for theirs come first. It has no structure for screen readers, with which
   * a long table takes three times as long and forty times the space; reports have their screen for that.
   */
  behind?: boolean
  /** Nobody wants it any more once this aborts: it leaves the line, or its page is closed, and `render` rejects with the reason. */
  signal?: AbortSignal
}

/** Said of what does not fit the bounds of one PDF, by its length or by the memory it takes. */
export const tooMuch = 'This is too much for one PDF. Please choose a smaller range.'

/** Milliseconds for one document: nobody sits in front of what is made behind the answers, and it may wait for the processor. */
export function timeFor({ behind = false }: Rendering, patience: number): number {
  return behind ? 3 * patience : patience
}

/** Makes PDFs of whole HTML documents; their `@page` says size and margins. */
export interface PdfRenderer {
  /**
   * Nothing in the document runs, and nothing is fetched: what it shows must be in it.
   * @throws Refusal UNAVAILABLE when it cannot be made now, BAD_INPUT when it is too large
   */
  render(html: string, rendering?: Rendering): Promise<Buffer>
  /** Leaves nothing running behind. */
  stop(): Promise<void>
}

/** How a document is made. */
export interface Rendering {
  /** Nobody looks at an empty screen meanwhile: people who wait for theirs come first. */
  behind?: boolean
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

import type { z } from 'zod'
import type { Call } from '../command.ts'
import type { PdfContent } from '../pdf/document.ts'

export const documentKinds = ['REPORT', 'ID_CARDS', 'STUDENT_DATA'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentFormats = ['PDF', 'XLSX', 'CSV', 'JSON', 'ZIP'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** Something that is made behind the answer; `src/app/documents.ts` lists all of them. */
export interface DocumentMaker<Params extends object> {
  kind: DocumentKind
  /** What an order holds; it is read again from the database when the making begins. */
  params: z.ZodType<Params>
  /**
   * Makes the files, at most one of each format. It runs as the person who ordered it, with the rights of now, and may run more
   * than once: a process can be killed in the middle. What it stores besides must be the same however often it runs.
   * @throws Refusal with words for the person, who finds them at the order; UNAVAILABLE is tried again
   */
  make(making: Making<Params>): Promise<MadeFile[]>
}

/** Pages of a PDF, or what makes them. */
export type PdfPart = PdfContent | (() => Promise<PdfContent>)

/** What a maker is given. */
export interface Making<Params> {
  /** The viewer is the person who ordered it, loaded anew; the request's id names the job. */
  call: Call
  schoolId: number
  params: Params
  orderedAt: Date
  /**
   * Renders the parts and puts their pages together in order. With several it reports how many are done. A part that is a function is
   * called when its turn comes, two at once at most: what has many pictures is not in memory all at the same time.
   * @param options.pageNumbers stamps "Page x of y" at the bottom right of every page
   * @throws Refusal UNAVAILABLE when it cannot be made now, BAD_INPUT when a part is too large
   */
  pdf(parts: readonly PdfPart[], options?: { pageNumbers?: boolean }): Promise<Buffer>
  /** Shows how much is done. Cheap: it is written at most twice a second. */
  progress(done: number, total: number): Promise<void>
  /** Aborts when the order was cancelled, or the run was given up for dead. */
  signal: AbortSignal
}

export interface MadeFile {
  format: DocumentFormat
  /** What it is saved as, with its ending. */
  name: string
  bytes: Buffer
}

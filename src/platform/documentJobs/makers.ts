import type { z } from 'zod'
import type { Call } from '../command.ts'
import type { PdfContent } from '../pdf/document.ts'

export const documentKinds = ['REPORT', 'ID_CARDS', 'STUDENT_DATA', 'ACCOUNTING', 'HALL_TICKETS', 'REPORT_CARDS'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentFormats = ['PDF', 'XLSX', 'CSV', 'JSON', 'ZIP', 'XML'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** Makes one kind of document in the background; `src/app/documents.ts` lists all makers. */
export interface DocumentMaker<Params extends object> {
  kind: DocumentKind
  /** The parameters of an order, validated again when the run starts. */
  params: z.ZodType<Params>
  /**
   * Makes the files, at most one of each format. Runs as the person who ordered, with that person's current rights. May
   * run more than once, because a process can be killed. What it stores besides the files must be the same after every
   * run.
   *
   * @throws Refusal with a message for the person, shown at the order; UNAVAILABLE is retried
   */
  make(making: MakerContext<Params>): Promise<MadeFile[]>
}

/** Pages of a PDF, or a function that loads them. */
export type PdfPart = PdfContent | (() => Promise<PdfContent>)

/** The context of a maker's run. */
export interface MakerContext<Params> {
  /** The viewer is the person who ordered, loaded anew; the request id names the job. */
  call: Call
  schoolId: number
  params: Params
  /** The job's id. */
  jobId: number
  orderedAt: Date
  /**
   * Renders the parts and merges their pages in order. Reports progress when there are several. A function is called
   * when its turn comes, at most two at once, so that parts with many pictures are not in memory together.
   *
   * @param options.pageNumbers stamps "Page x of y" at the bottom right of every page
   * @throws Refusal UNAVAILABLE when it cannot be made now, BAD_INPUT when a part is too large
   */
  pdf(parts: readonly PdfPart[], options?: { pageNumbers?: boolean }): Promise<Buffer>
  /** Reports the progress. Cheap: written at most twice a second. */
  progress(done: number, total: number): Promise<void>
  /** Aborts when the order was cancelled, or the run counts as dead. */
  signal: AbortSignal
}

export interface MadeFile {
  format: DocumentFormat
  /** The file name with its extension. */
  name: string
  bytes: Buffer
}

import type { Call } from '../command.ts'
import { htmlDocument } from '../pdf/document.ts'
import { mergePdfs } from '../pdf/merge.ts'
import type { PdfRenderer } from '../pdf/renderer.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import type { Making, PdfPart } from './makers.ts'

/** How often progress is written at most, in milliseconds. */
const everyMs = 500
/** Parts of one job that are made at the same time, where nobody else waits. */
const atOnce = 2

interface Given {
  job: DocumentJob
  call: Call
  renderer: PdfRenderer
  signal: AbortSignal
  /** Writes how much is done. */
  write(progress: { done: number; total: number }): Promise<void>
}

/** What a maker is given for one run of a job, besides its parameters. */
export function makingOf({ job, call, renderer, signal, write }: Given): Omit<Making<never>, 'params'> {
  let written = 0
  const progress = async (done: number, total: number) => {
    signal.throwIfAborted()
    const now = performance.now()
    if (now - written < everyMs) return
    written = now
    // The signs of life find out whether the database is away for long; a bar that stands still ends no run.
    await write({ done: Math.min(Math.round(done), Math.round(total)), total: Math.round(total) }).catch(() => undefined)
    signal.throwIfAborted()
  }
  return {
    call,
    schoolId: job.schoolId,
    orderedAt: job.createdAt,
    signal,
    progress,
    pdf: async (parts, options = {}) => {
      const rendered: Buffer[] = []
      let begun = 0
      let done = 0
      const line = async () => {
        while (begun < parts.length) {
          const place = begun++
          signal.throwIfAborted()
          const part = await contentOf(parts[place] as PdfPart)
          rendered[place] = await renderer.render(htmlDocument(part), { behind: true, signal })
          done += 1
          if (parts.length > 1) await progress(done, parts.length)
        }
      }
      // What one cannot do, the other need not go on with; and nothing goes on behind the one who asked.
      const end = () => {
        begun = parts.length
      }
      const lines = Array.from({ length: Math.min(atOnce, parts.length) }, () => line().finally(end))
      const failed = (await Promise.allSettled(lines)).find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason as Error
      signal.throwIfAborted()
      return mergePdfs(rendered, { ...options, signal })
    },
  }
}

function contentOf(part: PdfPart) {
  return typeof part === 'function' ? part() : part
}

import type { Call } from '../command.ts'
import { htmlDocument } from '../pdf/document.ts'
import { mergePdfs } from '../pdf/mergePdfs.ts'
import { turnOfCall } from '../turnOfCall.ts'
import type { PdfRenderer } from '../pdf/renderer.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import type { MakerContext, PdfPart } from './makers.ts'

/** Minimum interval between two writes of progress, in milliseconds. */
const progressEveryMs = 500
/** Parts of one job rendered at once when nobody else waits. */
const maxConcurrentParts = 2

interface ContextParts {
  job: DocumentJob
  call: Call
  renderer: PdfRenderer
  signal: AbortSignal
  /** Stores the progress. */
  write(progress: { done: number; total: number }): Promise<void>
}

/** Creates the context of one run of a job, without its parameters. */
export function createMakerContext({ job, call, renderer, signal, write }: ContextParts): Omit<MakerContext<never>, 'params'> {
  let written = 0
  const progress = async (done: number, total: number) => {
    signal.throwIfAborted()
    const now = performance.now()
    if (now - written < progressEveryMs) return
    written = now
    // Ignored, because the heartbeats detect a database that is away for long. A progress bar that stands still ends no
    // run.
    await write({ done: Math.min(Math.round(done), Math.round(total)), total: Math.round(total) }).catch(() => undefined)
    signal.throwIfAborted()
  }
  return {
    call,
    schoolId: job.schoolId,
    jobId: job.id,
    orderedAt: job.createdAt,
    signal,
    progress,
    pdf: async (parts, options = {}) => {
      const rendered = parts.map(() => Promise.withResolvers<Buffer>())
      // A part that fails is reported by the work that rendered it.
      for (const { promise } of rendered) promise.catch(() => undefined)
      let nextPart = 0
      let done = 0
      const renderNext = async () => {
        while (nextPart < parts.length) {
          const index = nextPart++
          signal.throwIfAborted()
          const part = await contentOf(parts[index] as PdfPart)
          rendered[index]?.resolve(await renderer.render(htmlDocument(part), { ...turnOfCall(call), signal }))
          done += 1
          if (parts.length > 1) await progress(done, parts.length)
        }
      }
      // When one part fails, the others stop. Nothing keeps running after the caller got the error.
      const end = (error: unknown) => {
        nextPart = parts.length
        for (const { reject } of rendered) reject(error)
      }
      const workers = Array.from({ length: Math.min(maxConcurrentParts, parts.length) }, () => renderNext())
      const merging = mergePdfs(
        rendered.map(({ promise }) => promise),
        { ...options, signal },
      )
      for (const work of [...workers, merging]) work.catch(end)
      const failed = (await Promise.allSettled([...workers, merging])).find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason as Error
      signal.throwIfAborted()
      return merging
    },
  }
}

function contentOf(part: PdfPart) {
  return typeof part === 'function' ? part() : part
}

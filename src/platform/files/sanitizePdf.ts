import { Worker } from 'node:worker_threads'
import { fairQueue, type Turn } from '../fairQueue.ts'
import { uploadMessages, waitingUploads } from './waitingUploads.ts'
import { pdfProblems, pdfRefusalText } from './pdfProblems.ts'
import type { RewrittenPdf } from './rewritePdf.ts'

/** A PDF to store, or why it is refused, in words for the person. */
export type SanitizedPdf = { bytes: Uint8Array } | { problem: string }

/**
 * Limits of one check: megabytes, milliseconds of processor time and of wall time; and checks at once. Processor time
 * decides: on a busy machine an honest PDF took more than 5 s of wall time.
 */
const limits = { memory: 256, processorTime: 5_000, time: 60_000, atOnce: 2 }
const queued = fairQueue({ atOnce: limits.atOnce, ...waitingUploads, messages: uploadMessages })

/**
 * Parses every object of a PDF and rewrites those that the document uses, or says what is wrong. The stored file
 * contains only what was parsed and checked here, so that no viewer finds more in it. A signature in it no longer
 * verifies.
 *
 * @param turn whose file it is
 * @throws Refusal RATE_LIMITED or UNAVAILABLE when too many files wait
 */
export async function sanitizePdf(bytes: Buffer, turn: Turn, processorTime = limits.processorTime): Promise<SanitizedPdf> {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return { problem: pdfRefusalText(pdfProblems.noPdf) }
  const end = bytes.subarray(-64).toString('latin1')
  if (!/%%EOF\s*$/.test(end) || !bytes.includes('startxref')) return { problem: pdfRefusalText(pdfProblems.incomplete) }
  const rewritten = await queued(turn, () => rewriteInThread(bytes, processorTime))
  return 'refusal' in rewritten ? { problem: pdfRefusalText(rewritten.refusal) } : rewritten
}

/** Runs in its own thread, because a hostile file may take long or much memory. */
async function rewriteInThread(bytes: Buffer, processorTime: number): Promise<RewrittenPdf> {
  const worker = new Worker(new URL('pdf.worker.ts', import.meta.url), {
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
  const end = () => void worker.terminate()
  const deadline = setTimeout(end, limits.time)
  const watch = setInterval(() => {
    // A thread that has not started, or has ended, has used none.
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000 > processorTime && end(),
      () => undefined,
    )
  }, 100)
  try {
    return await new Promise<RewrittenPdf>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error: unknown) => {
        const outOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        resolve({ refusal: outOfMemory ? pdfProblems.tooMuch : pdfProblems.damaged })
      })
      worker.once('exit', () => resolve({ refusal: pdfProblems.tooMuch }))
    })
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    end()
  }
}

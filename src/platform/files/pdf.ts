import { Worker } from 'node:worker_threads'
import { atMost } from '../atMost.ts'
import { pdfProblems } from './pdfProblems.ts'
import type { CheckedPdf } from './rewrittenPdf.ts'

/**
 * Megabytes of checking one PDF, milliseconds of processor time and on the clock, and how many are checked at once. Processor time
 * decides: on a busy machine an honest PDF took more than 5 s on the clock.
 */
const bounds = { memory: 256, processorTime: 5_000, time: 60_000, atOnce: 2 }
const inTurn = atMost(bounds.atOnce)

/**
 * Reads every object of a PDF and writes anew those that the document uses, or says what is wrong with it. The stored file
 * holds nothing but what was read and checked here, so that no viewer finds more in it. A signature in it no longer verifies.
 */
export async function checkedPdf(bytes: Buffer, processorTime = bounds.processorTime): Promise<CheckedPdf> {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return { problem: pdfProblems.noPdf }
  const end = bytes.subarray(-64).toString('latin1')
  if (!/%%EOF\s*$/.test(end) || !bytes.includes('startxref')) return { problem: pdfProblems.incomplete }
  return inTurn(() => checkedInThread(bytes, processorTime))
}

/** Works in a thread of its own, because a hostile file may take long or much memory. */
async function checkedInThread(bytes: Buffer, processorTime: number): Promise<CheckedPdf> {
  const worker = new Worker(new URL('pdf.worker.ts', import.meta.url), {
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: bounds.memory },
  })
  const end = () => void worker.terminate()
  const late = setTimeout(end, bounds.time)
  const watch = setInterval(() => {
    // A thread that has not begun, or has ended, has used none.
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000 > processorTime && end(),
      () => undefined,
    )
  }, 100)
  try {
    return await new Promise<CheckedPdf>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', (error) => {
        const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        resolve({ problem: outOfMemory ? pdfProblems.tooMuch : pdfProblems.damaged })
      })
      worker.once('exit', () => resolve({ problem: pdfProblems.tooMuch }))
    })
  } finally {
    clearTimeout(late)
    clearInterval(watch)
    end()
  }
}

import { Worker } from 'node:worker_threads'

/** The input of the worker. */
export interface Merging {
  parts: readonly Uint8Array[]
  pageNumbers: boolean
}

/** Limits of one merge: megabytes and milliseconds. */
const limits = { memory: 1024, time: 120_000 }

/**
 * Merges the pages of PDFs in order; the first one's title is kept. Runs in its own thread, because a thousand pages
 * take seconds and would block others.
 *
 * @param options.pageNumbers stamps "Page x of y" at the bottom right of every page
 * @param options.signal aborts at once; the promise rejects
 */
export async function mergePdfs(
  parts: readonly Uint8Array[],
  { pageNumbers = false, signal }: { pageNumbers?: boolean; signal?: AbortSignal } = {},
): Promise<Buffer> {
  const [only] = parts
  if (only && parts.length === 1 && !pageNumbers) return Buffer.from(only)
  const worker = new Worker(new URL('mergeWorker.ts', import.meta.url), {
    workerData: { parts, pageNumbers } satisfies Merging,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
  const end = () => void worker.terminate()
  const deadline = setTimeout(end, limits.time)
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('PDFs could not be put together.')))
    })
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', end)
    end()
  }
}

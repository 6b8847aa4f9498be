import { Worker } from 'node:worker_threads'

/** What the worker is given. */
export interface Merging {
  parts: readonly Uint8Array[]
  pageNumbers: boolean
}

/** Megabytes and milliseconds of one putting together. */
const bounds = { memory: 1024, time: 120_000 }

/**
 * Puts the pages of PDFs together in order, with the first one's title. It works in a thread of its own: a thousand pages take seconds,
 * for which nobody else is to wait.
 * @param options.pageNumbers stamps "Page x of y" at the bottom right of every page
 * @param options.signal ends it at once, and it rejects
 */
export async function mergePdfs(
  parts: readonly Uint8Array[],
  { pageNumbers = false, signal }: { pageNumbers?: boolean; signal?: AbortSignal } = {},
): Promise<Buffer> {
  const [only] = parts
  if (only && parts.length === 1 && !pageNumbers) return Buffer.from(only)
  const worker = new Worker(new URL('mergeWorker.ts', import.meta.url), {
    workerData: { parts, pageNumbers } satisfies Merging,
    resourceLimits: { maxOldGenerationSizeMb: bounds.memory },
  })
  const end = () => void worker.terminate()
  const late = setTimeout(end, bounds.time)
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('PDFs could not be put together.')))
    })
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', end)
    end()
  }
}

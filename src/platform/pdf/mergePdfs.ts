import { Worker } from 'node:worker_threads'

/** A message to the worker: the next part, or the end of them. */
export type MergeMessage = { part: Uint8Array } | { pageNumbers: boolean }

/** Limits of one merge: megabytes, and milliseconds after the last part. */
const limits = { memory: 1024, time: 120_000 }

/**
 * Merges the pages of PDFs in order; the first one's title is kept. Runs in its own thread, because a thousand pages
 * take seconds and would block others. A part is read while later ones are still being printed.
 *
 * @param options.pageNumbers stamps "Page x of y" at the bottom right of every page
 * @param options.signal aborts at once; the promise rejects
 */
export async function mergePdfs(
  parts: readonly (Uint8Array | Promise<Uint8Array>)[],
  { pageNumbers = false, signal }: { pageNumbers?: boolean; signal?: AbortSignal } = {},
): Promise<Buffer> {
  const [only] = parts
  if (only && parts.length === 1 && !pageNumbers) return Buffer.from(await only)
  const worker = new Worker(new URL('mergeWorker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
  let deadline: NodeJS.Timeout | undefined
  const end = () => void worker.terminate()
  signal?.addEventListener('abort', end, { once: true })
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('PDFs could not be put together.')))
      const send = async () => {
        for (const part of parts) worker.postMessage({ part: await part } satisfies MergeMessage)
        deadline = setTimeout(end, limits.time)
        worker.postMessage({ pageNumbers } satisfies MergeMessage)
      }
      send().catch(reject)
    })
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', end)
    end()
  }
}

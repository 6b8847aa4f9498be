import { t } from '@lingui/core/macro'
import { type ParsedFile, UnreadableFile } from '#shared/parseFile.ts'
import type { ParseAnswer } from './parse.worker.ts'

/**
 * Parses a file in a worker, so that the page stays responsive.
 * @throws UnreadableFile with a message that says what to do
 */
export async function readFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<ParsedFile> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new UnreadableFile(t`The file could not be read. Was it moved or changed while it was open? Please choose it again.`)
  })
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<ParsedFile>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
      worker.onmessage = ({ data }: MessageEvent<ParseAnswer>) => {
        if ('progress' in data) onProgress(data.progress)
        else if ('file' in data) resolve(data.file)
        else reject(new UnreadableFile(data.unreadable))
      }
      worker.onerror = () =>
        reject(
          new UnreadableFile(t`This file is too much for the browser. Please split it and import the parts one after the other.`),
        )
      worker.postMessage(bytes, [bytes])
    })
  } finally {
    worker.terminate()
  }
}

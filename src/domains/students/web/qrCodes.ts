import { type QrPath, qrPath } from '#shared/qrCode.ts'

/** How long codes are drawn before the page gets its turn, in milliseconds. */
const slice = 16

/**
 * Draws the codes of many students without holding up the page.
 * @param onProgress hears how many are drawn
 * @throws AbortError when `signal` says to stop
 */
export async function qrPaths(
  texts: readonly string[],
  onProgress: (drawn: number) => void,
  signal: AbortSignal,
): Promise<QrPath[]> {
  const paths: QrPath[] = []
  let started = performance.now()
  for (const text of texts) {
    paths.push(qrPath(text))
    if (performance.now() - started < slice) continue
    onProgress(paths.length)
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    started = performance.now()
  }
  return paths
}

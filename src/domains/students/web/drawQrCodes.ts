import { type QrPath, qrPath } from '#shared/qrCode.ts'

/** Maximum time in milliseconds that drawing blocks the page. */
const sliceMs = 16

/**
 * Draws many QR codes in slices, without blocking the page.
 * @param onProgress receives the number of codes drawn so far
 * @throws AbortError when `signal` aborts
 */
export async function drawQrCodes(
  texts: readonly string[],
  onProgress: (drawn: number) => void,
  signal: AbortSignal,
): Promise<QrPath[]> {
  const paths: QrPath[] = []
  let started = performance.now()
  for (const text of texts) {
    paths.push(qrPath(text))
    if (performance.now() - started < sliceMs) continue
    onProgress(paths.length)
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    started = performance.now()
  }
  return paths
}

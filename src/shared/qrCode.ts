import { create } from 'qrcode'

/** One code as an SVG path on a grid of `size` by `size` squares. */
export interface QrPath {
  size: number
  path: string
}

/** Draws a code: each run of dark squares of a row is one rectangle. */
export function qrPath(text: string): QrPath {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y += 1) {
    let start = -1
    for (let x = 0; x <= size; x += 1) {
      const dark = x < size && data[y * size + x] === 1
      if (dark && start < 0) start = x
      if (!dark && start >= 0) {
        path += `M${start} ${y}h${x - start}v1h${start - x}z`
        start = -1
      }
    }
  }
  return { size, path }
}

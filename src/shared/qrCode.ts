import { encodeQR } from 'qr'

/** A QR code as an SVG path on a grid of `size` by `size` squares, without a border. */
export interface QrPath {
  size: number
  path: string
}

/**
 * Returns the QR code of a text with medium error correction (15 %). Each run of dark squares in a row is one
 * rectangle.
 */
export function qrPath(text: string): QrPath {
  // The library draws a border of at least one square.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const size = rows.length
  let path = ''
  for (const [y, row] of rows.entries()) {
    let start = -1
    for (let x = 0; x <= size; x += 1) {
      const dark = row[x] === true
      if (dark && start < 0) start = x
      if (!dark && start >= 0) {
        path += `M${start} ${y}h${x - start}v1h${start - x}z`
        start = -1
      }
    }
  }
  return { size, path }
}

/** Returns a QR code as an SVG document with `border` empty squares around it. */
export function qrSvg(text: string, border = 0): string {
  const { size, path } = qrPath(text)
  const view = `${-border} ${-border} ${size + 2 * border} ${size + 2 * border}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
}

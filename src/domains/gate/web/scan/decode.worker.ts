import decodeQR from 'qr/decode.js'

/** A camera image with four bytes per pixel. */
export interface Frame {
  width: number
  height: number
  data: Uint8ClampedArray
}

self.onmessage = ({ data }: MessageEvent<Frame>) => {
  let code: string | null = null
  try {
    code = decodeQR(data)
  } catch {
    // Decoding fails for images without a code, which most are.
  }
  self.postMessage(code)
}

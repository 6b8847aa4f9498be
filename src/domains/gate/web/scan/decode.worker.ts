import decodeQR from 'qr/decode.js'

/** A picture of the camera, four bytes for each pixel. */
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
    // Most pictures have no code in them.
  }
  self.postMessage(code)
}

import type { Frame } from './decode.worker.ts'

interface QrDecoder {
  /** Returns the code in the video's current image; null without one. */
  decode: (video: HTMLVideoElement) => Promise<string | null>
  stop: () => void
}

/** The browser's native detector, which most Android phones have. TypeScript has no types for it yet. */
interface BarcodeDetector {
  detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** Wider images take longer to decode and do not help. */
const maxWidthPx = 960

/**
 * Returns the native detector if it reads QR codes, otherwise a JavaScript decoder in a worker, so the page stays
 * responsive.
 */
export async function createQrDecoder(): Promise<QrDecoder> {
  const own = await nativeDetector()
  const worker = workerDecoder()
  let detector = own
  return {
    decode: async (video) => {
      if (detector) {
        try {
          return (await detector.detect(video))[0]?.rawValue ?? null
        } catch {
          // Some phones have the detector's class but lack the service behind it.
          detector = null
        }
      }
      return worker.decode(video)
    },
    stop: worker.stop,
  }
}

async function nativeDetector(): Promise<BarcodeDetector | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  try {
    if (!Detector || !(await Detector.getSupportedFormats()).includes('qr_code')) return null
    return new Detector({ formats: ['qr_code'] })
  } catch {
    return null
  }
}

function workerDecoder(): QrDecoder {
  let worker: Worker | undefined
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return {
    decode: (video) => {
      const scale = Math.min(1, maxWidthPx / video.videoWidth)
      canvas.width = Math.round(video.videoWidth * scale)
      canvas.height = Math.round(video.videoHeight * scale)
      if (!context || canvas.width === 0 || canvas.height === 0) return Promise.resolve(null)
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      worker ??= new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })
      const frame: Frame = { width: canvas.width, height: canvas.height, data }
      return requestDecode(worker, frame)
    },
    stop: () => worker?.terminate(),
  }
}

function requestDecode(worker: Worker, frame: Frame): Promise<string | null> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data)
    worker.onerror = () => reject(new Error('The code reader could not be started.'))
    worker.postMessage(frame, [frame.data.buffer])
  })
}

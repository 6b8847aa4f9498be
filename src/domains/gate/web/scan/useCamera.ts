import { type RefObject, useEffect, useRef, useState } from 'react'
import { qrDecoder } from './qrDecoder.ts'

/** How often the picture is looked at, in milliseconds. */
const everyMs = 120

type CameraState = { name: 'off' | 'starting' | 'on' } | { name: 'failed'; why: string }

/**
 * Shows the phone's camera in a video, the one at the back where there are two, and reads the codes it sees, as long as `on`.
 * @param onCode hears a code as often as it is seen
 */
export function useCamera(
  on: boolean,
  onCode: (code: string) => void,
): { video: RefObject<HTMLVideoElement | null>; state: CameraState } {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>({ name: 'off' })
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    const element = video.current
    if (!on || !element) {
      setState({ name: 'off' })
      return
    }
    const stop = new AbortController()
    setState({ name: 'starting' })
    watch(element, stop.signal, {
      onStart: () => setState({ name: 'on' }),
      onCode: (code) => latest.current(code),
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) setState({ name: 'failed', why: whyNot(error) })
    })
    return () => stop.abort()
  }, [on])
  return { video, state }
}

interface Watching {
  onStart: () => void
  onCode: (code: string) => void
}

async function watch(video: HTMLVideoElement, signal: AbortSignal, { onStart, onCode }: Watching): Promise<void> {
  const decoder = await qrDecoder()
  // Only secure addresses have cameras.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new DOMException('', 'NotSupportedError')
  const stream = await devices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } })
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    onStart()
    stayAwake(signal).catch(() => undefined)
    while (!signal.aborted) {
      // A phone in a pocket needs no picture.
      const code = document.hidden ? null : await decoder.decode(video)
      if (code && !signal.aborted) onCode(code)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
    decoder.stop()
  }
}

/** A phone at the gate does not go dark between two cards; browsers that cannot promise it refuse. */
async function stayAwake(signal: AbortSignal): Promise<void> {
  const lock = await navigator.wakeLock.request('screen')
  if (signal.aborted) await lock.release()
  else signal.addEventListener('abort', () => void lock.release())
}

function whyNot(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'The camera is not allowed for this page. Allow it in the browser’s settings for this site.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'This device has no camera.'
  if (name === 'NotReadableError') return 'Another application uses the camera. Close it and try again.'
  if (name === 'NotSupportedError') return 'This browser gives no camera to this address.'
  return 'The camera could not be started.'
}

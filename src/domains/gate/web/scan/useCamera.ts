import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createQrDecoder } from './qrDecoder.ts'

/** Milliseconds between two images that are decoded. */
const everyMs = 120

type CameraState = { name: 'off' | 'starting' | 'on' } | { name: 'failed'; reason: string }

/**
 * Shows the camera in a video while `on`, the back one if there are two, and decodes the codes it sees.
 * @param onCode is called each time a code is seen, so many times for the same card
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
    runCamera(element, stop.signal, {
      onStart: () => setState({ name: 'on' }),
      onCode: (code) => latest.current(code),
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) setState({ name: 'failed', reason: failureText(error) })
    })
    return () => stop.abort()
  }, [on])
  return { video, state }
}

interface CameraHandlers {
  onStart: () => void
  onCode: (code: string) => void
}

async function runCamera(video: HTMLVideoElement, signal: AbortSignal, { onStart, onCode }: CameraHandlers): Promise<void> {
  const decoder = await createQrDecoder()
  // Browsers provide `mediaDevices` on secure addresses only.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new DOMException('', 'NotSupportedError')
  const stream = await devices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } })
  try {
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    onStart()
    keepScreenOn(signal).catch(() => undefined)
    while (!signal.aborted) {
      // Decodes nothing while the page is hidden.
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

/** Keeps the screen on between two cards. Rejects in browsers without wake locks. */
async function keepScreenOn(signal: AbortSignal): Promise<void> {
  const lock = await navigator.wakeLock.request('screen')
  if (signal.aborted) await lock.release()
  else signal.addEventListener('abort', () => void lock.release())
}

function failureText(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return t`The camera is not allowed for this page. Allow it in the browser’s settings for this site.`
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return t`This device has no camera.`
  if (name === 'NotReadableError') return t`Another application uses the camera. Close it and try again.`
  if (name === 'NotSupportedError') return t`This browser does not allow the camera at this address.`
  return t`The camera could not be started.`
}

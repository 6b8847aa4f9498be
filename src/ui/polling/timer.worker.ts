/** A timer: its duration in milliseconds, and the id to post back when it fires. */
export interface TimerRequest {
  id: number
  ms: number
}

self.onmessage = ({ data: { id, ms } }: MessageEvent<TimerRequest>) => {
  setTimeout(() => self.postMessage(id), ms)
}

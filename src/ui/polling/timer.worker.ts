/** Milliseconds to wait for, and the name that is answered then. */
export interface Waiting {
  id: number
  ms: number
}

self.onmessage = ({ data: { id, ms } }: MessageEvent<Waiting>) => {
  setTimeout(() => self.postMessage(id), ms)
}

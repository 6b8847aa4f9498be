import type { DrainTiming } from '#platform/http/drain.ts'
import type { Readings } from '#platform/metrics.ts'
import type { Installation } from './serve.ts'

/** A message of a serving process to the primary. */
export type ServingMessage =
  /** The process has loaded its code and waits for the installation. */
  | { type: 'loaded' }
  | { type: 'ready' }
  /** The process works; sent every second while it serves. */
  | { type: 'alive' }
  /** The process ends without having served; `words` is for the person at the terminal. */
  | { type: 'failed'; words: string }
  /** The metrics so far; also the process's last message. */
  | { type: 'metrics'; readings: Readings }

/** A message of the primary to a serving process. */
export type PrimaryMessage =
  | { type: 'serve'; installation: Installation }
  | { type: 'stop'; farewell: DrainTiming }
  | { type: 'metrics' }

import type { Farewell } from '#platform/http/drain.ts'
import type { Readings } from '#platform/metrics.ts'
import type { Installation } from './serve.ts'

/** What a serving process says to the one that started it. */
export type FromServing =
  /** It has loaded its code and waits to be told what to serve. */
  | { type: 'loaded' }
  | { type: 'ready' }
  /** It ends without having served; the words are for the person at the terminal. */
  | { type: 'failed'; words: string }
  /** What it has counted so far; also the last thing it says. */
  | { type: 'metrics'; readings: Readings }

/** What a serving process is told. */
export type ToServing = { type: 'serve'; installation: Installation } | { type: 'stop'; farewell: Farewell } | { type: 'metrics' }

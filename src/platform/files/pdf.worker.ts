import { parentPort, workerData } from 'node:worker_threads'
import { rewrittenPdf } from './rewrittenPdf.ts'

// The parser warns of strange numbers, and a hostile file holds a million of them.
console.warn = () => {}

parentPort?.postMessage(await rewrittenPdf(workerData as Uint8Array))

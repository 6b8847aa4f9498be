import { parentPort, workerData } from 'node:worker_threads'
import { rewritePdf } from './rewritePdf.ts'

// The parser warns of odd numbers, and a hostile file contains a million of them.
console.warn = () => {}

parentPort?.postMessage(await rewritePdf(workerData as Uint8Array))

import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { rewritePdf } from './rewritePdf.ts'

// Only Linux gives a thread a priority of its own; elsewhere this would be that of the serving process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// The parser warns of odd numbers, and a hostile file contains a million of them.
console.warn = () => {}

parentPort?.postMessage(await rewritePdf(workerData as Uint8Array))

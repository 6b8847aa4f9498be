import { parentPort, workerData } from 'node:worker_threads'
import { readTable } from './readTable.ts'
import type { ReadMessage, ReadRequest } from './readLegacyFile.ts'

const port = parentPort
if (!port) throw new Error('A file is read in a thread of its own.')
const send = (message: ReadMessage) => port.postMessage(message)

// Waits until the previous rows were taken, so that at most one batch of a thousand is in memory.
const nextRequest = () => new Promise<void>((resolve) => port.once('message', () => resolve()))

for await (const message of readTable(workerData as ReadRequest)) {
  send(message)
  await nextRequest()
}
port.close()

import { parentPort, workerData } from 'node:worker_threads'
import { readTable } from './readTable.ts'
import type { ReadMessage, ReadRequest } from './readLegacyFile.ts'

const port = parentPort
if (!port) throw new Error('A file is read in a thread of its own.')
const tell = (answer: ReadMessage) => port.postMessage(answer)

// Waits until the previous rows were taken, so that at most one batch of a thousand is in memory.
const asked = () => new Promise<void>((resolve) => port.once('message', () => resolve()))

for await (const answer of readTable(workerData as ReadRequest)) {
  tell(answer)
  await asked()
}
port.close()

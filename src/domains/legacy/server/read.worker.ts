import { parentPort, workerData } from 'node:worker_threads'
import { readTable } from './readTable.ts'
import type { Answer, Reading } from './readFile.ts'

const port = parentPort
if (!port) throw new Error('A file is read in a thread of its own.')
const tell = (answer: Answer) => port.postMessage(answer)

// The next rows are read when the ones before are stored, so that no more than a thousand wait anywhere.
const asked = () => new Promise<void>((resolve) => port.once('message', () => resolve()))

for await (const answer of readTable(workerData as Reading)) {
  tell(answer)
  await asked()
}
port.close()

import { parentPort, workerData } from 'node:worker_threads'
import { loadLanguages } from '#platform/languages/speech.ts'
import type { WorkerMessage } from '#platform/runInWorker.ts'
import { type RenderedExport, renderExportFiles, type RenderInput } from './renderExport.ts'

const input = workerData as RenderInput
// Takes 110 ms, which an English export does not wait for.
if (input.language !== 'en') await loadLanguages()
parentPort?.postMessage({ result: await renderExportFiles(input) } satisfies WorkerMessage<RenderedExport>)

import { parentPort, workerData } from 'node:worker_threads'
import { loadLanguages } from '#platform/languages/speech.ts'
import type { PdfContent } from '#platform/pdf/document.ts'
import type { WorkerMessage } from '#platform/runInWorker.ts'
import { type RenderInput, renderReportFiles } from './renderReportFiles.ts'

const input = workerData as RenderInput
const post = (message: WorkerMessage<Uint8Array, PdfContent>) => parentPort?.postMessage(message)
// Takes 110 ms, which an English report does not wait for.
if ((input.report.language ?? 'en') !== 'en') await loadLanguages()
post({ result: await renderReportFiles(input, (part) => post({ part })) })

import { parentPort, workerData } from 'node:worker_threads'
import { loadLanguages } from '#platform/languages/speech.ts'
import { renderReportFiles, type RenderInput } from './renderReportFiles.ts'

const input = workerData as RenderInput
// Takes 110 ms, which an English report does not wait for.
if ((input.report.language ?? 'en') !== 'en') await loadLanguages()
parentPort?.postMessage(await renderReportFiles(input))

import { parentPort, workerData } from 'node:worker_threads'
import { loadLanguages } from '#platform/languages/speech.ts'
import { type RenderedReport, type RenderInput, renderReportFile } from './renderReportFiles.ts'

const { input, file } = workerData as { input: RenderInput; file: keyof RenderedReport }
// Takes 110 ms, which an English report does not wait for.
if ((input.report.language ?? 'en') !== 'en') await loadLanguages()
parentPort?.postMessage(await renderReportFile(input, file))

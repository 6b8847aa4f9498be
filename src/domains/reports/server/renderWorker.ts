import { parentPort, workerData } from 'node:worker_threads'
import { renderReportFiles, type RenderInput } from './renderReportFiles.ts'

parentPort?.postMessage(await renderReportFiles(workerData as RenderInput))

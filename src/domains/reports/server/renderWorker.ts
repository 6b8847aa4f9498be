import { parentPort, workerData } from 'node:worker_threads'
import { drawReport, type Drawing } from './drawReport.ts'

parentPort?.postMessage(await drawReport(workerData as Drawing))

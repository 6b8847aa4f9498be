import { Worker } from 'node:worker_threads'

export interface WorkerOptions {
  /** Terminates the worker when it aborts. */
  signal: AbortSignal
  /** Memory limit of the worker in megabytes. */
  megabytes: number
}

/**
 * Runs a module in a worker thread, for work that would block the process for too long. The module finds its input in
 * `workerData` and posts one message, the result.
 */
export function runInWorker<Output>(module: URL, input: unknown, { signal, megabytes }: WorkerOptions): Promise<Output> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, {
      workerData: input,
      // React's development build takes three times as long.
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop)
      reject(new Error('A worker ended before it had a result.'))
    })
  })
}

import { Worker } from 'node:worker_threads'

export interface WorkerOptions<Part> {
  /** Terminates the worker when it aborts. */
  signal: AbortSignal
  /** Memory limit of the worker in megabytes. */
  megabytes: number
  /** Receives the parts that the worker posts before its result. */
  onPart?: (part: Part) => void
}

/** A message of a worker: a part that is ready before the others, or the result, which is the last message. */
export type WorkerMessage<Output, Part = never> = { part: Part } | { result: Output }

/**
 * Runs a module in a worker thread, for work that would block the process for too long. The module finds its input in
 * `workerData` and posts {@link WorkerMessage}s.
 */
export function runInWorker<Output, Part = never>(
  module: URL,
  input: unknown,
  { signal, megabytes, onPart }: WorkerOptions<Part>,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, {
      workerData: input,
      // React's development build takes three times as long.
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: WorkerMessage<Output, Part>) => {
      if ('result' in message) resolve(message.result)
      else onPart?.(message.part)
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop)
      reject(new Error('A worker ended before it had a result.'))
    })
  })
}

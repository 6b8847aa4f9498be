import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { type Liveness, startLiveness } from './liveness.ts'

let liveness: Liveness | undefined

afterEach(async () => {
  await liveness?.stop()
})

const ask = async (path = '/health/live', init: RequestInit = {}) => {
  const response = await fetch(`http://127.0.0.1:${liveness?.port}${path}`, init)
  return { status: response.status, body: (await response.json()) as object }
}

test('answers while the process that started it does nothing at all', async () => {
  liveness = await startLiveness('127.0.0.1', 0)
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const asking = new Worker(
    `const { workerData } = require('node:worker_threads')
     fetch(workerData.url).then(({ status }) => {
       Atomics.store(workerData.answered, 0, status)
       Atomics.notify(workerData.answered, 0)
     })`,
    { eval: true, workerData: { url: `http://127.0.0.1:${liveness.port}/health/live`, answered } },
  )
  // Blocks this thread, as a serving process is blocked by long work. The time is for a test that would hang.
  expect(Atomics.wait(answered, 0, 0, 50_000)).not.toBe('timed-out')
  expect(answered[0]).toBe(200)
  await asking.terminate()
})

test('says that nobody works when no serving process has for half a minute, and that it works again', async () => {
  liveness = await startLiveness('127.0.0.1', 0)
  expect(await ask()).toEqual({ status: 200, body: { status: 'ok' } })
  liveness.beat(0)
  expect(await ask()).toEqual({ status: 503, body: { status: 'stuck' } })
  liveness.beat()
  expect(await ask()).toEqual({ status: 200, body: { status: 'ok' } })
})

test('serves nothing else', async () => {
  liveness = await startLiveness('127.0.0.1', 0)
  expect((await ask('/health/ready')).status).toBe(404)
  expect((await ask('/health/live', { method: 'POST' })).status).toBe(404)
})

test('names the setting when the port is taken', async () => {
  liveness = await startLiveness('127.0.0.1', 0)
  const { port } = liveness
  await expect(startLiveness('127.0.0.1', port)).rejects.toThrow(
    `The port ${port} of GET /health/live is in use. Choose another with HEALTH_PORT, or 0 for none.`,
  )
})

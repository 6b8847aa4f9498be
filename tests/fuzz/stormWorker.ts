import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { startStopwatch } from '../stopwatch.ts'
import type { StormBody, StormWork, WatchedAsk } from './storm.ts'

const work = workerData as StormWork
const megabyte = 1024 * 1024
const brackets = Buffer.alloc(megabyte, '[')

/** Waits until more can be written, or the connection has ended. */
function drained(asked: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      asked.off('drain', done).off('close', done)
      resolve()
    }
    asked.on('drain', done).on('close', done)
  })
}

async function write(asked: ClientRequest, { start, megabytes, pace }: StormBody, isOver: () => boolean): Promise<void> {
  asked.write(start)
  if (pace === 'slow') {
    for (let nth = 0; !isOver() && nth < megabytes * megabyte; nth += 1) {
      asked.write(' ')
      await sleep(100)
    }
    return
  }
  for (let nth = 0; !isOver() && nth < megabytes; nth += 1) if (!asked.write(brackets)) await drained(asked)
  if (!isOver() && pace !== 'endless') asked.end()
}

/** Sends a body; returns the status, `ended` or `none`. */
function send(url: string, body: StormBody, givenUpMs: number): Promise<string> {
  return new Promise((resolve) => {
    const size = body.start.length + body.megabytes * megabyte
    const more = body.pace === 'endless' ? 1 : 0
    const length: Record<string, string> =
      body.pace === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(size + more) }
    const asked = request(`${url}${body.path}`, { method: body.method, headers: { ...body.headers, ...length }, agent: false })
    let over = false
    const end = (status: string) => {
      if (over) return
      over = true
      clearTimeout(timer)
      asked.destroy()
      resolve(status)
    }
    const timer = setTimeout(() => end('none'), givenUpMs)
    asked.on('response', (response) => end(String(response.statusCode)))
    asked.on('error', () => end('ended'))
    void write(asked, body, () => over)
  })
}

/** Repeats a request until the main thread stops it. */
async function watch({ url, method, headers, body, pauseMs }: WatchedAsk): Promise<{ slowestMs: number; asked: number }> {
  const agent = new Agent({ keepAlive: true })
  const once = () =>
    new Promise<number>((resolve) => {
      const took = startStopwatch()
      request(url, { agent, method, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode === 200 ? took() : Infinity))
      })
        .on('error', () => resolve(Infinity))
        .end(body)
    })
  let [over, slowestMs, asked] = [false, 0, 0]
  parentPort?.once('message', () => {
    over = true
  })
  // The first request opens the connection and reports that watching has started.
  await once()
  parentPort?.postMessage('watching')
  while (!over || asked === 0) {
    slowestMs = Math.max(slowestMs, await once())
    asked += 1
    await sleep(pauseMs)
  }
  agent.destroy()
  return { slowestMs, asked }
}

if (work.job === 'watch') parentPort?.postMessage(await watch(work.ask))
else parentPort?.postMessage(await Promise.all(work.bodies.map((body) => send(work.url, body, work.givenUpMs))))

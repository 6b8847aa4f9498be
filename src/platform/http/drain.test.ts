import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drainable, type DrainTiming } from './drain.ts'

let server: Server
let leave: (timing: DrainTiming) => Promise<void>
let agent: Agent

beforeEach(async () => {
  server = createServer((_, response) => response.end('x'.repeat(10_000)))
  leave = drainable(server)
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
})

/** What the answer says of its connection, which the agent uses for one request after the other. */
async function asked(): Promise<{ connection: string | undefined; reused: boolean }> {
  const sent = get({ agent, port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const ended = once(answer, 'end')
  answer.resume()
  await ended
  await sleep(5)
  return { connection: answer.headers.connection, reused: sent.reusedSocket }
}

test('an idle connection may be used once more, and that answer ends it', async () => {
  const { port } = server.address() as AddressInfo
  expect(await asked()).toEqual({ connection: 'keep-alive', reused: false })
  const left = leave({ acceptMs: 0, idleMs: 5000, graceMs: 5000 })
  await sleep(100)
  const sent = get({ agent, port, host: '127.0.0.1' })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.headers.connection).toBe('close')
  expect(sent.reusedSocket).toBe(true)
  await left
})

test('a request that arrived while the event loop was blocked is answered, although its connection counts as idle', async () => {
  const { port } = server.address() as AddressInfo
  await asked()
  const left = leave({ acceptMs: 0, idleMs: 60, graceMs: 5000 })
  await sleep(10)
  // Timers are next, and reading after them.
  await new Promise((resolve) => setImmediate(resolve))
  const sent = get({ agent, port, host: '127.0.0.1' })
  const answer = once(sent, 'response')
  // It has been written, and the time for idle connections is over before anybody reads.
  await new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)))
  for (const end = performance.now() + 120; performance.now() < end; );
  const [{ statusCode }] = (await answer) as [IncomingMessage]
  expect(statusCode).toBe(200)
  agent.destroy()
  await left
})

test('a second call with less time ends sooner', async () => {
  await asked()
  const left = leave({ acceptMs: 0, idleMs: 60_000, graceMs: 60_000 })
  await sleep(50)
  const began = performance.now()
  await Promise.all([left, leave({ acceptMs: 0, idleMs: 0, graceMs: 1000 })])
  expect(performance.now() - began).toBeLessThan(900)
})

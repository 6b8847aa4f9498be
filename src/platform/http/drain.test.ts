import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#tests/eventually.ts'
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
  vi.restoreAllMocks()
  agent.destroy()
  server.closeAllConnections()
})

/** Resolves when the server accepts no connection and looks for idle ones. */
const draining = () => eventually(() => expect(server.listening).toBe(false))

/** What the answer says of its connection, which the agent uses for one request after the other. */
async function asked(): Promise<{ connection: string | undefined; reused: boolean }> {
  // From then on the agent uses the connection for its next request.
  const free = once(agent, 'free')
  const sent = get({ agent, port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await free
  return { connection: answer.headers.connection, reused: sent.reusedSocket }
}

test('an idle connection may be used once more, and that answer ends it', async () => {
  const { port } = server.address() as AddressInfo
  expect(await asked()).toEqual({ connection: 'keep-alive', reused: false })
  const left = leave({ acceptMs: 0, idleMs: 60_000, graceMs: 60_000 })
  await draining()
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
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const left = leave({ acceptMs: 0, idleMs: 60_000, graceMs: 600_000 })
  await draining()
  // Timers are next, and reading after them.
  await new Promise((resolve) => setImmediate(resolve))
  const sent = get({ agent, port, host: '127.0.0.1' })
  const answer = once(sent, 'response')
  // It has been written, and the time for idle connections is over before anybody reads: the server's next look at
  // them, every 20 ms, is due when the block ends.
  await new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)))
  clock.mockReturnValue(60_000)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
  const [{ statusCode }] = (await answer) as [IncomingMessage]
  expect(statusCode).toBe(200)
  agent.destroy()
  await left
})

test('a second call with less time ends sooner', async () => {
  await asked()
  // Far longer than a test may take.
  const left = leave({ acceptMs: 0, idleMs: 600_000, graceMs: 600_000 })
  await draining()
  await Promise.all([left, leave({ acceptMs: 0, idleMs: 0, graceMs: 600_000 })])
})

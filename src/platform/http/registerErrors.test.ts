import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { createLog } from '../logging.ts'
import { createMetrics } from '../metrics.ts'
import { registerAccessLog } from './accessLog.ts'
import { registerErrors } from './registerErrors.ts'

interface Line {
  level: string
  route: string
  status?: number
  msg: string
}

let app: FastifyInstance | undefined
let socket: Socket | undefined

afterEach(async () => {
  socket?.destroy()
  await app?.close()
})

/** Starts a server with one route, asks for it on a connection of its own, and returns the lines of the log. */
async function ask(answer: () => Promise<unknown>): Promise<Line[]> {
  const lines: Line[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  app = Fastify()
  registerAccessLog(app, log, createMetrics())
  await app.register(compress, { threshold: 1024 })
  registerErrors(app, log)
  app.post('/answer', answer)
  await app.listen({ port: 0, host: '127.0.0.1' })
  socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.resume()
  socket.write(
    'POST /answer HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  return lines
}

test('a client that closes the connection before its answer is no error', async () => {
  // Without a byte of it, no headers are sent before the client has gone.
  const body = new Readable({ read: () => undefined })
  const lines = await ask(async () => {
    setImmediate(() => socket?.destroy())
    return body
  })
  await eventually(() => expect(lines).toHaveLength(1))
  expect(lines).toMatchObject([{ level: 'info', route: '/answer', status: 499, msg: 'client gone' }])
})

test('an answer that fails by itself is an error, with the id that its client gets', async () => {
  const lines = await ask(async () => {
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  })
  await eventually(() => expect(lines).toHaveLength(2))
  expect(lines).toMatchObject([
    { level: 'error', route: '/answer', msg: 'unexpected' },
    { level: 'info', route: '/answer', status: 500, msg: 'request' },
  ])
})

import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { answerRefusedBody, bodyLimits, inFlightLimits, RefusedBody, registerBodyLimits, anonymousSender } from './bodyLimits.ts'
import { answerMalformedRequest } from './headers.ts'

const megabyte = 1024 * 1024
const open: { app?: FastifyInstance; sockets: Socket[] } = { sockets: [] }
/** Bytes of bodies that a route was given. */
let read = 0
/** Paths of the requests whose bodies are being read or were. */
let admitted: string[] = []
/** Requests that wait in the route `/slow` until they are let go. */
let letGo: () => void = () => undefined

async function listen(seconds?: { least: number; bytesPerSecond: number }): Promise<void> {
  read = 0
  admitted = []
  const app = Fastify({
    bodyLimit: bodyLimits.small,
    http: { headersTimeout: 500, connectionsCheckingInterval: 50 },
    clientErrorHandler: answerMalformedRequest({ production: false, appUrl: 'http://x' }),
  })
  open.app = app
  registerBodyLimits(app, seconds)
  app.addHook('preParsing', async ({ url }, _reply, payload) => {
    admitted.push(url)
    return payload
  })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof RefusedBody) return answerRefusedBody(error, request, reply)
    throw error
  })
  const person = { key: 'a person', signedIn: true, bytes: 10 * megabyte, inFlight: inFlightLimits.student }
  const config = { senderOf: ({ headers }: { headers: object }) => ('x-person' in headers ? person : null) }
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    read += body.length
    done(null, body)
  })
  app.post('/small', async () => ({ ok: true }))
  app.post('/echo', async ({ body }) => body)
  app.post('/large', { bodyLimit: 10 * megabyte, config }, async () => ({ ok: true }))
  app.post(
    '/device',
    { bodyLimit: megabyte, config: { senderOf: (request) => anonymousSender(request, megabyte) } },
    async () => ({
      ok: true,
    }),
  )
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  app.post('/slow', { bodyLimit: 10 * megabyte, config }, async () => gone.then(() => ({ ok: true })))
  app.get('/health/live', async () => ({ status: 'ok' }))
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post('/unread', async () => ({ ok: true }))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
}

afterEach(async () => {
  letGo()
  for (const socket of open.sockets.splice(0)) socket.destroy()
  await open.app?.close()
})

/** Opens a connection and begins a request on it. */
function begin(line: string, headers: Record<string, string | number>): Socket {
  const socket = connect((open.app!.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  open.sockets.push(socket)
  const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const { port } = open.app!.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    said: (await response.json()) as { message: string },
  }
}

test('a route without a body reads none: the answer comes first, and the connection ends', async () => {
  await listen()
  for (const [line, status] of [
    ['POST /nothing/here', 404],
    ['PUT /small', 404],
    ['DELETE /', 404],
    ['GET /health/live', 200],
    ['GET /nothing/here', 404],
  ] as const) {
    // Not a byte of the body has been sent yet.
    const socket = begin(line, { 'content-length': megabyte })
    const answer = await text(socket)
    expect(answer, line).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer.toLowerCase(), line).toContain('connection: close')
  }
  expect(read).toBe(0)
})

test('a client that keeps sending can still read the refusal', async () => {
  await listen()
  const socket = begin('POST /nothing', { 'transfer-encoding': 'chunked' })
  const chunk = `10000\r\n${'['.repeat(65_536)}\r\n`
  const writing = setInterval(() => socket.write(chunk), 1)
  try {
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 .*Not found/s)
  } finally {
    clearInterval(writing)
  }
})

test('the small limit is the default, for announced and unannounced bodies', async () => {
  await listen()
  expect((await post('/small', '"x"')).status).toBe(200)
  const long = JSON.stringify('x'.repeat(bodyLimits.small))
  expect(await post('/small', long)).toMatchObject({
    status: 413,
    said: { message: 'This is too large: at most 32 kB can be sent here at once.' },
  })
  expect((await post('/large', long)).status).toBe(413)
  expect((await post('/large', long, { 'x-person': '1' })).status).toBe(200)
  const socket = begin('POST /large', { 'transfer-encoding': 'chunked' })
  socket.write(`10000\r\n"${'x'.repeat(65_535)}\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /)
})

test('nesting is refused before it is parsed, however much of it comes, and brackets in a text are none', async () => {
  await listen()
  const deep = `{"a":${'['.repeat(5 * megabyte)}`
  const { status, said } = await post('/large', deep, { 'x-person': '1' })
  expect([status, said.message]).toEqual([
    400,
    'This request cannot be read: its lists and objects are nested more than 66 deep.',
  ])
  expect((await post('/small', `{"a":${JSON.stringify('['.repeat(1000))}}`)).status).toBe(200)
})

test('a body that does not say how long it is has to be small, whoever sends it', async () => {
  await listen()
  for (const [size, status] of [
    [bodyLimits.small, 200],
    [bodyLimits.small + 1, 413],
  ] as const) {
    const socket = begin('POST /large', { 'transfer-encoding': 'chunked', connection: 'close', 'x-person': '1' })
    const body = JSON.stringify('x'.repeat(size - 2))
    socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
    expect(await text(socket), String(size)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  }
})

test('a small body is read and limited alike, whether it comes with its headers or in pieces', async () => {
  await listen()
  const deep = '['.repeat(100)
  const sent = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  for (const pause of [0, 30]) {
    const ask = async (...requests: string[]) => {
      const socket = connect((open.app!.server.address() as AddressInfo).port, '127.0.0.1')
      open.sockets.push(socket)
      const whole = requests.join('')
      if (pause > 0) {
        socket.write(whole.slice(0, -4))
        await sleep(pause)
        socket.write(whole.slice(-4))
      } else socket.write(whole)
      let answer = ''
      socket.on('data', (part) => (answer += String(part)))
      while (answer.split('HTTP/1.1 ').length <= requests.length) await sleep(5)
      return answer
    }
    // Two in one packet, which end where they end.
    const said = await ask(sent('/echo', '{"name":"आशा"}'), sent('/echo', '["second"]'))
    expect(said).toContain('{"name":"आशा"}')
    expect(said).toMatch(/\["second"\]$/)
    expect(await ask(sent('/echo', deep))).toMatch(/^HTTP\/1.1 400 .*nested more than 66 deep/s)
    expect(await ask(sent('/echo', '{"a":'))).toMatch(/^HTTP\/1.1 400 /)
    expect(await ask(sent('/none', '{}'))).toMatch(/^HTTP\/1.1 404 /)
  }
})

test('a compressed body is refused, however small it is', async () => {
  await listen()
  expect((await post('/small', 'x', { 'content-encoding': 'gzip' })).status).toBe(415)
})

test('a body that never ends, or comes a byte at a time, is answered with 408 and the socket is closed', async () => {
  await listen({ least: 0.3, bytesPerSecond: megabyte })
  const [endless, slow] = [
    begin('POST /small', { 'content-length': 100 }),
    begin('POST /small', { 'transfer-encoding': 'chunked' }),
  ]
  endless.write('{')
  const dripping = setInterval(() => slow.write('1\r\n[\r\n'), 50)
  try {
    for (const answer of await Promise.all([text(endless), text(slow)]))
      expect(answer).toMatch(/^HTTP\/1.1 408 .*did not arrive in time/s)
  } finally {
    clearInterval(dripping)
  }
  expect([endless.destroyed, slow.destroyed]).toEqual([true, true])
})

test('a body that its route does not read ends with the answer, when it is too slow and when its client goes', async () => {
  await listen({ least: 0.2, bytesPerSecond: megabyte })
  // An error of a stream that nobody reads would end the process.
  for (const goes of [false, true]) {
    const socket = begin('POST /unread', { 'transfer-encoding': 'chunked' })
    socket.write('1\r\n[\r\n')
    await eventually(() => expect(admitted).toContain('/unread'))
    if (goes) socket.destroy()
    else expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
    admitted = []
  }
  await sleep(400)
})

test('headers that never end are answered with 408 and the socket is closed', async () => {
  await listen()
  const socket = connect((open.app!.server.address() as AddressInfo).port, '127.0.0.1')
  open.sockets.push(socket)
  socket.write('POST /small HTTP/1.1\r\nhost: x\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
})

test('the bytes in flight of one person are limited until earlier requests are answered', async () => {
  await listen()
  const body = JSON.stringify('x'.repeat(inFlightLimits.student - megabyte))
  const first = post('/slow', body, { 'x-person': '1' })
  await eventually(() => expect(admitted).toEqual(['/slow']))
  expect(await post('/large', JSON.stringify('x'.repeat(2 * megabyte)), { 'x-person': '1' })).toMatchObject({
    status: 429,
    retryAfter: '5',
    said: { message: 'That is a lot at once. Please try again in 5 seconds.' },
  })
  // Small ones are not counted: the page goes on.
  expect((await post('/large', '"x"', { 'x-person': '1' })).status).toBe(200)
  letGo()
  expect((await first).status).toBe(200)
  // The answer may arrive before the server has forgotten the request.
  await eventually(async () =>
    expect((await post('/large', JSON.stringify('x'.repeat(2 * megabyte)), { 'x-person': '1' })).status).toBe(200),
  )
})

test('anonymous senders have their own share of the process', async () => {
  await listen()
  const body = megabyte - 100
  const held = Array.from({ length: 4 }, () => begin('POST /device', { 'content-length': body }))
  const ofDevice = async () => (await post('/device', JSON.stringify('x'.repeat(100_000)))).status
  // The headers of the four may be read after those of the next.
  await eventually(async () => expect(await ofDevice()).toBe(429))
  expect((await post('/large', JSON.stringify('x'.repeat(100_000)), { 'x-person': '1' })).status).toBe(200)
  for (const socket of held) socket.destroy()
  await eventually(async () => expect(await ofDevice()).toBe(200))
})

test('an address that keeps sending refused bodies is told to wait', async () => {
  await listen()
  expect((await post('/nothing', '{}')).status).toBe(404)
  for (let nth = 0; nth < 300; nth += 30) await Promise.all(Array.from({ length: 30 }, () => post('/nothing', '{}')))
  expect((await post('/nothing', '{}')).status).toBe(429)
  // What it rightly sends is still taken.
  expect((await post('/small', '{}')).status).toBe(200)
})

import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerMalformedRequest, dataHeaders, registerHeaders } from './headers.ts'

const production = { production: true, appUrl: 'https://school.example', authIssuer: undefined }
const app = Fastify({ clientErrorHandler: answerMalformedRequest(production), bodyLimit: 10 })

beforeAll(async () => {
  await registerHeaders(app, production, ['https://pay.example'])
  app.get('/page', (_, reply) => reply.type('text/html').header('cache-control', 'no-cache').send('<p>'))
  app.post('/data', { helmet: false }, async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a page may run the scripts of its own site and nothing else; a browser that came by HTTPS comes back by it', async () => {
  const { headers } = await app.inject('/page')
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).not.toMatch(/unsafe|\*|http:/)
  expect(policy).toContain("form-action 'self' https://pay.example")
  expect(policy).toContain('upgrade-insecure-requests')
})

test('a data response has its headers even if its route never ran', async () => {
  for (const answer of [
    await app.inject({ method: 'POST', url: '/data', payload: {} }),
    await app.inject({ method: 'POST', url: '/data', payload: { much: 'too much' } }),
    await app.inject({ method: 'POST', url: '/data', payload: 'x', headers: { 'content-type': 'application/xml' } }),
  ])
    expect(answer.headers, String(answer.statusCode)).toMatchObject(dataHeaders(production))
})

test.each([
  ['no HTTP', 'what is this\r\n\r\n', 400],
  ['more headers than anybody has', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])('a request that is %s is answered with them too', async (_, sent, status) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  const said = await text(socket)
  expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const [name, value] of Object.entries(dataHeaders(production))) expect(said).toContain(`${name}: ${value}\r\n`)
})

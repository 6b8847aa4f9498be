import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { ClientGone, clientGoneSignal } from './clientGone.ts'

test.each(['before', 'after'])('a connection that is closed %s the signal is asked for aborts it', async (when) => {
  const app = Fastify()
  const came = Promise.withResolvers<undefined>()
  const seen = Promise.withResolvers<AbortSignal>()
  app.get('/', async (_, reply) => {
    came.resolve(undefined)
    const closed = once(reply.raw, 'close')
    if (when === 'before') await closed
    const signal = clientGoneSignal(reply)
    await closed
    seen.resolve(signal)
    return 'too late'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await came.promise
  client.destroy()
  const signal = await seen.promise
  expect(signal.aborted).toBe(true)
  expect(signal.reason).toBeInstanceOf(ClientGone)
  await app.close()
})

import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { Database } from '../database/connect.ts'
import { asRefusal } from '../database/failures.ts'
import { Refusal, httpStatus } from '../refusal.ts'
import { sharedLimit } from './sharedLimit.ts'

async function answerWhere(error: Error): Promise<{ status: number; body: string }> {
  // Nothing connects to it.
  const database = new Database('postgres://nobody@127.0.0.1:4890/none', { onError: () => undefined })
  vi.spyOn(database.pool, 'query').mockRejectedValue(error as never)
  const app = Fastify()
  app.setErrorHandler((thrown, _request, reply) => {
    const refusal = asRefusal(thrown)
    if (!(refusal instanceof Refusal)) throw thrown
    return reply.code(httpStatus[refusal.code]).send(refusal.message)
  })
  await app.register(rateLimit, { ...sharedLimit(database, 'test'), max: 2, timeWindow: 1000 })
  app.get('/', async () => 'let through')
  const { statusCode: status, body } = await app.inject('/')
  await Promise.all([app.close(), database.close()])
  return { status, body }
}

test('no request is admitted uncounted when the pool is exhausted', async () => {
  expect(await answerWhere(new Error('timeout exceeded when trying to connect'))).toEqual({
    status: 503,
    body: expect.stringContaining('Please try again in a moment.') as unknown,
  })
})

test('an unreachable database disables the limit: the request itself fails', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(await answerWhere(away)).toEqual({ status: 200, body: 'let through' })
})

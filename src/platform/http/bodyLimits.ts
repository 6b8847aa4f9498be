import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const megabyte = 1024 * 1024

/** Bytes of a request's body. An import of 50,000 rows goes up in one mutation, and only people who are signed in import. */
export const bodyLimits = { anonymous: megabyte, signedIn: 24 * megabyte }

/** Refuses a larger body than the caller may send, before it is read: 413. */
export function registerBodyLimits(app: FastifyInstance, isSignedIn: (request: FastifyRequest) => Promise<boolean>): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const announced = Number(request.headers['content-length'] ?? 0)
    const chunked = request.headers['transfer-encoding'] !== undefined
    if (announced <= bodyLimits.anonymous && !chunked) return payload
    if (await isSignedIn(request)) return payload
    if (announced > bodyLimits.anonymous) throw tooLarge()
    // A body without an announced size is counted while it arrives.
    let received = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length
        if (received > bodyLimits.anonymous) done(tooLarge())
        else done(null, chunk)
      },
    })
    payload.on('error', (error) => counted.destroy(error))
    return payload.pipe(counted)
  })
}

function tooLarge(): Error {
  return Object.assign(new Error('The request is too large.'), { statusCode: 413, code: 'TOO_LARGE' })
}

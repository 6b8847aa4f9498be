import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const megabyte = 1024 * 1024
const code = 'TOO_LARGE'

/**
 * Bytes of a request's body. An import of 50,000 rows goes up in one mutation, and only people who are signed in import; what families
 * ask without signing in has two kilobytes, and whatever is larger takes its time to be read.
 */
export const bodyLimits = { anonymousQuestion: 32 * 1024, anonymous: megabyte, signedIn: 24 * megabyte }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes that a body may have of who is not signed in, where that is another number than anywhere else. */
    anonymousBytes?: number
  }
}

/** Refuses a larger body than the caller may send, before it is read: 413. */
export function registerBodyLimits(app: FastifyInstance, isSignedIn: (request: FastifyRequest) => Promise<boolean>): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const most = request.routeOptions.config.anonymousBytes ?? bodyLimits.anonymous
    const announced = Number(request.headers['content-length'] ?? 0)
    const chunked = request.headers['transfer-encoding'] !== undefined
    if (announced <= most && !chunked) return payload
    if (await isSignedIn(request)) return payload
    if (announced > most) throw tooLarge()
    // A body without an announced size is counted while it arrives.
    let received = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length
        if (received > most) done(tooLarge())
        else done(null, chunk)
      },
    })
    payload.on('error', (error) => counted.destroy(error))
    return payload.pipe(counted)
  })
}

/** Whether a request was refused by {@link registerBodyLimits}. */
export function isTooLarge(error: Error): boolean {
  return 'code' in error && error.code === code
}

function tooLarge(): Error {
  return Object.assign(new Error('The request is too large.'), { statusCode: 413, code })
}

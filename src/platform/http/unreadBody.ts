import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Between the answer and the end of a connection whose body was not read. */
const lingerMs = 1000

/** Whether a request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Ends the connection after an answer that was given before the body had arrived. Node would read the rest as fast as it comes and throw
 * it away. A connection that is closed with unread bytes is reset, which can take the answer from the client: it gets a second to read it.
 */
export function closeAfterUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    // A request that is injected in a test has no such mark.
    if (raw.complete !== false || !hasBody(raw)) return
    reply.header('connection', 'close')
    // Counts as being read by somebody, so that Node does not discard it. Nobody takes anything: reading stops at 64 kB.
    raw.on('readable', () => undefined)
    const { socket } = raw
    socket.destroySoon = () => {
      socket.end()
      setTimeout(() => socket.destroy(), lingerMs).unref()
    }
  })
}
